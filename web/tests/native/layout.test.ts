import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Cue,
  type CueRegion,
  initSync,
  LiveLayout,
  type LiveOptions,
  type LivePatch,
  type LiveWord,
  TimedLayout,
  type TimedOptions,
} from '../../generated/native/surtitle_web';

const native = fileURLToPath(new URL('../../generated/native/', import.meta.url));
const golden = fileURLToPath(new URL('../../../tests/golden/layout/', import.meta.url));

interface LiveStep {
  readonly words?: readonly LiveWord[];
  readonly withdrawn_ids?: readonly number[];
  readonly now_ms: number;
  readonly clear?: boolean;
  readonly patches: unknown;
}

interface LiveCase {
  readonly name: string;
  readonly options?: LiveOptions;
  readonly steps: readonly LiveStep[];
  readonly shown: unknown;
}

interface TimedCase {
  readonly name: string;
  readonly options?: TimedOptions;
  readonly cues: readonly Cue[];
  readonly regions?: readonly CueRegion[];
  readonly steps: readonly { at_ms: number; options?: TimedOptions; patches: unknown }[];
  readonly shown: unknown;
}

function cases<Case>(name: string): Case[] {
  return JSON.parse(readFileSync(join(golden, name), 'utf8'));
}

function liveStep(layout: LiveLayout, step: LiveStep): LivePatch[] {
  if (step.words !== undefined) return layout.apply(step.words, step.now_ms, step.withdrawn_ids);
  return step.clear === true ? layout.clear() : layout.tick(step.now_ms);
}

beforeAll(() => {
  initSync({ module: readFileSync(join(native, 'surtitle_web_bg.wasm')) });
});

describe('the golden cases of live captions', () => {
  test.each(cases<LiveCase>('live.json'))('$name', ({ options, steps, shown }) => {
    const layout = new LiveLayout(options ?? null);
    for (const step of steps) expect(liveStep(layout, step)).toStrictEqual(step.patches);
    expect(layout.rows()).toStrictEqual(shown);
    layout.free();
  });
});

describe('the golden cases of timed captions', () => {
  test.each(cases<TimedCase>('timed.json'))('$name', ({ cues, options, regions, steps, shown }) => {
    const layout = new TimedLayout(cues, options ?? null, regions ?? null);
    for (const step of steps) {
      if (step.options !== undefined) layout.configure(step.options);
      expect(layout.at(step.at_ms)).toStrictEqual(step.patches);
    }
    expect(layout.shown()).toStrictEqual(shown);
    layout.free();
  });
});

test('an option that cannot be names its key and what it accepts', () => {
  expect(() => new LiveLayout({ max_rows: 5 })).toThrow('max_rows is 5: give a number from 2 to 4');
  expect(() => new LiveLayout({ rows: 2 } as never)).toThrow('there is no "rows"');
  expect(() => new TimedLayout([], { font_percent: 0 })).toThrow('font_percent is 0');
  expect(() => new TimedLayout([]).configure({ f: 1 } as never)).toThrow('there is no "f"');
});

test('words of another shape are refused and the layout goes on', () => {
  const layout = new LiveLayout();
  for (const words of [undefined, 3, [{ id: -1, text: 'a' }], [{ id: 1 }], ['word']]) {
    expect(() => layout.apply(words as never, 0)).toThrow('words: ');
  }
  expect(layout.apply([{ id: 1, text: 'a' }], 0)).toHaveLength(2);
});

test('moments that are no time show what stands at the start', () => {
  const layout = new TimedLayout([{ start_ms: 0, end_ms: 10, text: 'a' }]);
  expect(layout.at(Number.NaN)).toHaveLength(1);
  expect(layout.at(-1)).toHaveLength(0);
  expect(layout.at(Number.POSITIVE_INFINITY)).toHaveLength(1);
});

test('the next change is a start or an end', () => {
  const layout = new TimedLayout([{ start_ms: 100, end_ms: 300, text: 'a' }]);
  expect([0, 100.5, 300].map((at_ms) => layout.next_change_ms(at_ms))).toStrictEqual([
    100,
    300,
    undefined,
  ]);
});
