import { button, element, part } from './elements';

/** Local files by button, by drag and drop, by the key `o`; and the two other sources' buttons. */
export interface SourceChoices {
  demo(): void;
  file(file: File): void;
  microphone(): void;
}

export function wireSources(choices: SourceChoices): { openFile: () => void } {
  const input = element('file', HTMLInputElement);
  const openFile = () => input.click();
  for (const place of ['open', 'welcome']) {
    button(`${place}-demo`).addEventListener('click', () => choices.demo());
    button(`${place}-file`).addEventListener('click', openFile);
    button(`${place}-microphone`).addEventListener('click', () => choices.microphone());
  }
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    // The same file chosen again is a change too.
    input.value = '';
    if (file !== undefined) choices.file(file);
  });
  wireDrop((file) => choices.file(file));
  return { openFile };
}

function wireDrop(take: (file: File) => void): void {
  const veil = part('drop-veil');
  const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  document.addEventListener('dragover', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    veil.hidden = false;
  });
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) veil.hidden = true;
  });
  document.addEventListener('drop', (event) => {
    veil.hidden = true;
    if (!carriesFiles(event)) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) take(file);
  });
}
