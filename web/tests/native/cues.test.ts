import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type CueDocument,
  escape_text,
  initSync,
  parse_cue_text,
  parse_srt,
  parse_vtt,
  plain_text,
  write_srt,
  write_vtt,
} from '../../generated/native/surtitle_web';

const native = fileURLToPath(new URL('../../generated/native/', import.meta.url));
const golden = fileURLToPath(new URL('../../../tests/golden/cues/', import.meta.url));

interface CueCase {
  readonly name: string;
  readonly vtt?: string;
  readonly srt?: string;
  readonly cue_text?: string;
  readonly document?: CueDocument;
  readonly word_times?: boolean;
  readonly expected: {
    readonly tree?: unknown;
    readonly document?: unknown;
    readonly written_vtt?: string;
    readonly written_srt?: string;
  };
}

function cases(): CueCase[] {
  const names = readdirSync(golden).filter((name) => name.endsWith('.json'));
  return names.flatMap((name) => JSON.parse(readFileSync(join(golden, name), 'utf8')));
}

function read({ vtt, srt, document }: CueCase): CueDocument {
  if (vtt !== undefined) return parse_vtt(vtt);
  if (srt !== undefined) return parse_srt(srt);
  if (document === undefined) throw new Error('a case needs vtt, srt, cue_text or document');
  return document;
}

beforeAll(() => {
  initSync({ module: readFileSync(join(native, 'surtitle_web_bg.wasm')) });
});

describe('the golden cases', () => {
  test.each(cases())('$name', (given) => {
    const { expected, cue_text, word_times } = given;
    if (cue_text !== undefined) {
      expect(parse_cue_text(cue_text)).toStrictEqual(expected.tree);
      return;
    }
    const document = read(given);
    if (given.document === undefined) expect(document).toStrictEqual(expected.document);
    const options = word_times === undefined ? null : { word_times };
    expect(write_vtt(document, options)).toBe(expected.written_vtt);
    expect(write_srt(document.cues)).toBe(expected.written_srt);
  });
});

test('bytes and text read the same', () => {
  const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\n字幕\n';
  expect(parse_vtt(new TextEncoder().encode(text))).toStrictEqual(parse_vtt(text));
});

test('a bare list of cues is written as a document is', () => {
  const { cues } = parse_srt('1\n00:00:01,000 --> 00:00:02,000\nHi\n');
  expect(write_vtt(cues)).toBe(write_vtt({ cues }));
});

test('a lone surrogate is read as the replacement character', () => {
  const document = parse_vtt('WEBVTT\n\n00:01.000 --> 00:02.000\na\ud800b\n');
  expect(document.cues[0]?.text).toBe('a\ufffdb');
});

test('what is no file, no cue or no option is refused with its name', () => {
  expect(() => parse_vtt(3 as never)).toThrow('must be a string or a Uint8Array');
  expect(() => write_srt([{ text: 'no times' }] as never)).toThrow('cues: missing field');
  const settings = { align: 'middle' };
  const odd = [{ start_ms: 0, end_ms: 1, text: '', settings }] as never;
  expect(() => write_vtt(odd)).toThrow('cues: unknown variant `middle`');
  expect(() => write_vtt([{ start_ms: Number.NaN, end_ms: 1, text: '' }])).toThrow('NaN');
  expect(() => write_vtt([], { words: true } as never)).toThrow('there is no "words"');
});

test('plain text comes out of its escaped form', () => {
  expect(plain_text(escape_text('<b>-->&amp;'))).toBe('<b>-->&amp;');
});
