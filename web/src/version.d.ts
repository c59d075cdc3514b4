/** Folders under `assets/` into which the build copies the runtimes that find files by name. */
declare const __POLICY_FOLDER__: string;
