import { Problem } from '../problem';

/** Containers by their first bytes: a file of one of them that does not play has a codec problem. */
const SIGNATURES: readonly {
  readonly at: number;
  readonly bytes: string;
  readonly name: string;
}[] = [
  { at: 4, bytes: 'ftyp', name: 'MP4' },
  { at: 4, bytes: 'moov', name: 'QuickTime' },
  { at: 0, bytes: '\x1a\x45\xdf\xa3', name: 'Matroska or WebM' },
  { at: 0, bytes: 'RIFF', name: 'WAV or AVI' },
  { at: 0, bytes: 'OggS', name: 'Ogg' },
  { at: 0, bytes: 'fLaC', name: 'FLAC' },
  { at: 0, bytes: 'ID3', name: 'MP3' },
  { at: 0, bytes: '\xff\xfb', name: 'MP3' },
  { at: 0, bytes: '\xff\xf1', name: 'AAC' },
  { at: 0, bytes: 'FORM', name: 'AIFF' },
  { at: 0, bytes: '\x30\x26\xb2\x75', name: 'Windows Media' },
  { at: 0, bytes: 'FLV', name: 'Flash video' },
  { at: 0, bytes: '\x00\x00\x01\xba', name: 'MPEG' },
  { at: 0, bytes: '\x47', name: 'MPEG transport stream' },
];

/** Codec marks of MP4 and Matroska headers that browsers often cannot play. */
const CODECS: readonly { readonly mark: string; readonly name: string }[] = [
  { mark: 'hvc1', name: 'HEVC (H.265) video' },
  { mark: 'hev1', name: 'HEVC (H.265) video' },
  { mark: 'V_MPEGH/ISO/HEVC', name: 'HEVC (H.265) video' },
  { mark: 'ac-3', name: 'Dolby AC-3 sound' },
  { mark: 'A_AC3', name: 'Dolby AC-3 sound' },
  { mark: 'ec-3', name: 'Dolby E-AC-3 sound' },
  { mark: 'A_EAC3', name: 'Dolby E-AC-3 sound' },
  { mark: 'A_DTS', name: 'DTS sound' },
  { mark: 'alac', name: 'Apple Lossless sound' },
  { mark: 'mp4v', name: 'MPEG-4 Part 2 video' },
  { mark: 'apch', name: 'Apple ProRes video' },
  { mark: 'apcn', name: 'Apple ProRes video' },
];

/** Bytes of either end of a file in which its header stands. */
const HEADER_BYTES = 256 * 1024;

const CONVERT = 'ffmpeg -i FILE -c:v libvpx-vp9 -c:a libopus out.webm';
const TRANSCRIBE =
  '“surtitle transcribe FILE” on the command line reads more formats than a browser';

function container(head: string): string | undefined {
  return SIGNATURES.find(({ at, bytes }) => head.startsWith(bytes, at))?.name;
}

async function latin1(blob: Blob): Promise<string> {
  return new TextDecoder('latin1').decode(await blob.arrayBuffer());
}

export function emptyFile(name: string): Problem {
  return new Problem(
    'empty-file',
    `${name} is empty (0 bytes).`,
    'Copy or download it again, then open it once more.',
  );
}

export function withoutSound(name: string): Problem {
  return new Problem(
    'no-audio',
    `${name} has no sound to caption.`,
    'It plays without captions. Choose a file with a sound track.',
  );
}

/** Broke off while playing: what was captioned until then stays. */
export function brokenOff(name: string, at: string): Problem {
  return new Problem(
    'damaged-file',
    `${name} is damaged at ${at} and cannot be played further.`,
    'The captions up to there are kept. Copy or download the file again for the rest.',
  );
}

/** Why a file did not load, told from its bytes: the element itself only says that it did not. */
export async function loadProblem(file: Blob, name: string): Promise<Problem> {
  if (file.size === 0) return emptyFile(name);
  const head = await latin1(file.slice(0, HEADER_BYTES));
  const tail = await latin1(file.slice(Math.max(HEADER_BYTES, file.size - HEADER_BYTES)));
  const found = container(head);
  if (found === undefined) {
    return new Problem(
      'not-media',
      `${name} is no video or audio file that can be recognised as one.`,
      'Choose a video or audio file, such as MP4, WebM, MP3, WAV or FLAC.',
    );
  }
  const codec = CODECS.find(({ mark }) => head.includes(mark) || tail.includes(mark));
  if (codec !== undefined) {
    return new Problem(
      'unsupported-codec',
      `This browser cannot play ${name}: it has ${codec.name}.`,
      `Convert it (${CONVERT}); ${TRANSCRIBE}.`,
    );
  }
  return new Problem(
    'damaged-file',
    `${name} is a ${found} file that this browser cannot play: it is damaged or of a codec that the browser lacks.`,
    `Copy or download it again, or convert it (${CONVERT}); ${TRANSCRIBE}.`,
  );
}
