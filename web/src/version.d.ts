/** Versions of the runtimes that the build copies beside the page's assets. */
declare const __ORT_VERSION__: string;
declare const __PYODIDE_VERSION__: string;
