/** A box in CSS pixels from the stage's top left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Portrait pictures carry shorter lines (architecture: 24 characters against 42). */
export const COLUMNS = { landscape: 42, portrait: 24 } as const;

/** Where `object-fit: contain` puts a picture; the whole stage if there is none. */
export function pictureBox(stage: Size, picture: Size): Box {
  if (picture.width === 0 || picture.height === 0) {
    return { left: 0, top: 0, width: stage.width, height: stage.height };
  }
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height);
  const width = picture.width * scale;
  const height = picture.height * scale;
  return { left: (stage.width - width) / 2, top: (stage.height - height) / 2, width, height };
}

/**
 * Keeps the overlay over the picture: on a new size of the stage (fullscreen, rotation) and of the
 * video. Sizes come from the ResizeObserver, so no layout is forced.
 */
export function followPicture(
  stage: HTMLElement,
  video: HTMLVideoElement,
  overlay: HTMLElement,
  onColumns: (columns: number) => void,
): void {
  let size: Size = { width: 0, height: 0 };
  let columns = 0;
  const place = () => {
    const box = pictureBox(size, { width: video.videoWidth, height: video.videoHeight });
    const portrait = box.height > box.width;
    for (const side of ['left', 'top', 'width', 'height'] as const) {
      overlay.style[side] = `${box[side]}px`;
    }
    overlay.style.setProperty('--portrait', portrait ? '1' : '10');
    const wanted = portrait ? COLUMNS.portrait : COLUMNS.landscape;
    overlay.style.setProperty('--columns', String(wanted));
    if (wanted !== columns) onColumns(wanted);
    columns = wanted;
  };
  new ResizeObserver(([entry]) => {
    if (entry !== undefined) size = entry.contentRect;
    place();
  }).observe(stage);
  video.addEventListener('resize', place);
  video.addEventListener('loadedmetadata', place);
  video.addEventListener('emptied', place);
}
