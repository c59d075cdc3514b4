import { expect, test } from 'vitest';
import type { Phrase } from '../src/protocol';
import { Transcript } from '../src/transcript';

function phrase(start_s: number, end_s: number, text: string, stretch = 0): Phrase {
  return { start_s, end_s, text, words: [], stretch };
}

function texts(transcript: Transcript): string[] {
  return transcript.phrases.map(({ text }) => text);
}

test('phrases stand in the order of the media, not of hearing', () => {
  const transcript = new Transcript();
  transcript.add(phrase(60, 62, 'late', 0));
  expect(transcript.add(phrase(0, 2, 'early', 1)).index).toBe(0);
  expect(texts(transcript)).toEqual(['early', 'late']);
});

test('what is heard again replaces what was understood there before', () => {
  const transcript = new Transcript();
  transcript.add(phrase(0, 2, 'kept'));
  transcript.add(phrase(2, 5, 'first hearing'));
  const { replaced } = transcript.add(phrase(2.1, 5, 'second hearing', 1));
  expect(replaced.map(({ text }) => text)).toEqual(['first hearing']);
  expect(texts(transcript)).toEqual(['kept', 'second hearing']);
});

test('a phrase of which only the end was heard again stays', () => {
  const transcript = new Transcript();
  transcript.add(phrase(0, 10, 'a long phrase'));
  transcript.add(phrase(9, 10, 'phrase', 1));
  expect(texts(transcript)).toEqual(['a long phrase', 'phrase']);
});

test('two phrases of one stretch never replace each other', () => {
  const transcript = new Transcript();
  transcript.add(phrase(0, 2, 'one'));
  transcript.add(phrase(0, 2, 'another'));
  expect(texts(transcript)).toEqual(['one', 'another']);
});
