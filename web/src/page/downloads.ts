import { type ExportFormat, exportFormat } from '../protocol';

const TYPES: Readonly<Record<ExportFormat, string>> = {
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  txt: 'text/plain',
};

/** The name of a download: the source's own without its extension. */
export function downloadName(source: string, format: ExportFormat): string {
  const stem = source.replace(/\.[^.]{1,5}$/, '').trim();
  return `${stem === '' ? 'captions' : stem}.${format}`;
}

/** Wires the download buttons; `write` gives the file's text. */
export function wireDownloads(
  write: (format: ExportFormat) => Promise<string>,
  sourceName: () => string,
): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('.downloads button')) {
    const format = exportFormat(button.dataset['format'], 'data-format');
    button.setAttribute('aria-label', `Download as ${button.textContent}`);
    button.addEventListener('click', async () => {
      const text = await write(format);
      save(new Blob([text], { type: `${TYPES[format]};charset=utf-8` }), sourceName(), format);
    });
  }
}

function save(blob: Blob, source: string, format: ExportFormat): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = downloadName(source, format);
  link.click();
  URL.revokeObjectURL(link.href);
}
