import { Problem } from '../problem';

/** The part of a media element that says where its audio comes from. */
export interface MediaOrigin {
  readonly currentSrc: string;
  readonly crossOrigin: string | null;
}

/**
 * Why the audio of an element cannot be read, or null. To be asked BEFORE the element is touched:
 * `createMediaElementSource` on cross-origin media without CORS gives zeros, and mutes the element
 * for good. A cross-origin element with the `crossorigin` attribute has passed CORS, or it would
 * not have loaded.
 */
export function captureObstacle(media: MediaOrigin, page_origin: string): Problem | null {
  if (media.currentSrc === '') return null;
  const url = new URL(media.currentSrc);
  if (['blob:', 'data:'].includes(url.protocol)) return null;
  if (url.origin === page_origin || media.crossOrigin !== null) return null;
  return new Problem(
    'cross-origin',
    `The sound of this video comes from ${url.host}, which does not let other sites read it.`,
    'The video plays on without captions. To caption it, save the file and open it here, or ask ' +
      'its site to send the header Access-Control-Allow-Origin.',
  );
}
