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

/** Below this captions cannot be read on a phone, whatever the picture's size. */
const SMALLEST_PX = 14;

/** A character is half an em wide in the mean of proportional faces. */
const CHARACTER_EM = 0.5;

/** Left and right of the words in a row, as in the overlay's style sheet. */
const PADDING_EM = 0.8;

/** The share of the picture's width that captions may fill. */
const WIDTH_SHARE = 0.96;

export interface CaptionSize {
  readonly size_px: number;
  readonly columns: number;
}

/**
 * 5 % of the picture's height; in portrait the smaller of that and 3.5 % of its width. Lines are
 * shorter where a picture is too narrow for letters that can be read.
 */
export function captionSize({ width, height }: Size): CaptionSize {
  const portrait = height > width;
  const wanted_px = portrait ? Math.min(0.05 * height, 0.035 * width) : 0.05 * height;
  const size_px = Math.max(SMALLEST_PX, wanted_px);
  const room = Math.floor(((WIDTH_SHARE * width) / size_px - PADDING_EM) / CHARACTER_EM);
  const most = portrait ? COLUMNS.portrait : COLUMNS.landscape;
  return { size_px, columns: Math.max(8, Math.min(most, room)) };
}

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
    for (const side of ['left', 'top', 'width', 'height'] as const) {
      overlay.style[side] = `${box[side]}px`;
    }
    if (box.width === 0) return;
    const { size_px, columns: wanted } = captionSize(box);
    overlay.style.setProperty('--size', `${size_px.toFixed(2)}px`);
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
