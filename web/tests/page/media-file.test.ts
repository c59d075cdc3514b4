import { expect, test } from 'vitest';
import { loadProblem } from '../../src/page/media-file';
import { hasSound } from '../../src/page/media-loader';

function bytes(text: string): Blob {
  return new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))]);
}

const MP4 = '\0\0\0\x20ftypisom';
const MATROSKA = '\x1a\x45\xdf\xa3';

test.each([
  ['empty', '', 'empty-file', /0 bytes/],
  ['a letter', 'Dear Sir, it was a dark and stormy night.', 'not-media', /no video or audio/],
  ['an MP4 with HEVC', `${MP4}....moov..hvc1`, 'unsupported-codec', /HEVC \(H\.265\) video/],
  ['an MP4 with AC-3', `${MP4}....moov..ac-3`, 'unsupported-codec', /Dolby AC-3 sound/],
  ['a Matroska file with DTS', `${MATROSKA}...A_DTS`, 'unsupported-codec', /DTS sound/],
  ['a cut-off MP4', MP4, 'damaged-file', /MP4 file.*damaged/],
  ['a WebM of zeros', `${MATROSKA}\0\0\0\0`, 'damaged-file', /WebM file.*damaged/],
])('a file that is %s', async (_, content, code, message) => {
  const problem = await loadProblem(bytes(content), 'talk.mp4');
  expect(problem.code).toBe(code);
  expect(problem.message).toMatch(message);
  expect(problem.message).toContain('talk.mp4');
  expect(problem.remedy).not.toBe('');
});

test('the codec is found at the end of a long file too', async () => {
  const long = `${MP4}${'\0'.repeat(700_000)}moov hvc1 trailing`;
  expect((await loadProblem(bytes(long), 'x.mp4')).code).toBe('unsupported-codec');
});

test('what can be converted says how, with the command', async () => {
  const { remedy } = await loadProblem(bytes(`${MP4}moov hvc1`), 'x.mp4');
  expect(remedy).toContain('ffmpeg -i');
  expect(remedy).toContain('surtitle transcribe');
});

test.each([
  [{ webkitAudioDecodedByteCount: 0 }, false],
  [{ webkitAudioDecodedByteCount: 9 }, true],
  [{ mozHasAudio: false }, false],
  [{ audioTracks: { length: 1 } }, true],
  [{}, undefined],
])('sound is known from %o', (media, known) => {
  expect(hasSound(media)).toBe(known);
});
