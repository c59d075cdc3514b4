import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { initSync, LiveLayout } from '../../generated/native/surtitle_web.js';
import type { Hypothesis as PolicyHypothesis, Update } from '../../src/policy';
import type { Hypothesis, Report } from '../../src/protocol';
import { PolicyStage } from '../../src/workers/policy-stage';

const CORE = new URL('../../generated/native/surtitle_web_bg.wasm', import.meta.url);

/** Shows what it is given, numbered from 0, and finishes it when the hypothesis is final. */
class EchoSession {
  readonly given: PolicyHypothesis[] = [];
  closed = false;
  #open: Update['words'] = [];

  push(hypothesis: PolicyHypothesis): Update {
    this.given.push(hypothesis);
    this.#open = hypothesis.words.map(({ text, start_s, end_s }, id) => ({
      id,
      text,
      start_s,
      end_s,
      committed: hypothesis.final,
    }));
    return this.#update(hypothesis.final);
  }

  advance(): Update {
    return { ...this.#update(false), words: [] };
  }

  finish(): Update {
    return this.#update(true);
  }

  close(): void {
    this.closed = true;
  }

  #update(final: boolean): Update {
    const words = this.#open;
    const [first] = words;
    const last = words.at(-1);
    const text = words.map((word) => word.text).join(' ');
    const finished =
      final && first !== undefined && last !== undefined
        ? [{ start_s: first.start_s, end_s: last.end_s, text, words: [...words] }]
        : [];
    if (final) this.#open = [];
    return {
      segment: 0,
      revision: 0,
      words,
      withdrawn: 0,
      withdrawn_ids: [],
      finished,
      ignored: null,
    };
  }
}

function hypothesis(segment: number, text: string, final = false, captured_ms = 1000): Hypothesis {
  return {
    kind: 'hypothesis',
    segment,
    revision: 0,
    start_sample: 16_000,
    end_sample: 32_000,
    final,
    reason: final ? 'pause' : null,
    words: text.split(' ').map((word, i) => ({
      text: word,
      start_s: i * 0.2,
      end_s: i * 0.2 + 0.2,
      confidence: 1,
    })),
    rest: [],
    stamps: { capture: captured_ms },
  };
}

describe.skipIf(!existsSync(CORE))('the policy stage over the Rust layout', () => {
  beforeAll(() => {
    initSync({ module: readFileSync(CORE) });
  });

  function open() {
    const sessions: EchoSession[] = [];
    const reports: Extract<Report, { kind: 'captions' }>[] = [];
    let now_ms = 1100;
    const stage = new PolicyStage({
      createSession: () => {
        const session = new EchoSession();
        sessions.push(session);
        return session;
      },
      createLayout: (columns) => new LiveLayout({ max_chars: columns }),
      emit: (report) => reports.push(report),
      clock_ms: () => now_ms,
      columns: 42,
    });
    const words = () =>
      reports.flatMap(({ patches }) =>
        patches.flatMap((p) => (p.op === 'add_word' ? [p.text] : [])),
      );
    return { stage, sessions, reports, words, wait: (ms: number) => (now_ms += ms) };
  }

  test('words become patches, with text and layout stamped', () => {
    const { stage, reports, words } = open();
    stage.take(hypothesis(0, 'so it begins'));
    expect(words()).toEqual(['so', 'it', 'begins']);
    expect(reports[0]?.stamps).toMatchObject({ capture: 1000, text: 1100, layout: 1100 });
  });

  test('the policy hears media time, the words’ too', () => {
    const { stage, sessions } = open();
    stage.anchor({ kind: 'anchor', sample: 0, media_s: 100, rate: 2 });
    stage.take(hypothesis(0, 'so it'));
    expect(sessions[0]?.given[0]).toMatchObject({
      start_s: 102,
      end_s: 104,
      words: [{ start_s: 102 }, { start_s: 102.4 }],
    });
  });

  test('a cut ends the session, finishes its words and begins another', () => {
    const { stage, sessions, reports } = open();
    stage.take(hypothesis(0, 'left open'));
    stage.take({ kind: 'cut', stretch: 1 });
    stage.take(hypothesis(1, 'after it', true));
    expect(sessions).toHaveLength(2);
    expect(sessions[0]?.closed).toBe(true);
    const finished = reports.flatMap((report) => report.finished);
    expect(finished.map(({ text, stretch }) => [text, stretch])).toEqual([
      ['left open', 0],
      ['after it', 1],
    ]);
  });

  test('word ids never meet those of the session before', () => {
    const { stage, reports } = open();
    stage.take(hypothesis(0, 'one two', true));
    stage.take({ kind: 'cut', stretch: 1 });
    stage.take(hypothesis(1, 'three four'));
    const ids = reports.flatMap(({ patches }) =>
      patches.flatMap((p) => (p.op === 'add_word' ? [p.id] : [])),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(4);
  });

  test('after a seek nothing of the part before it is painted, but it is in the transcript', () => {
    const { stage, reports, words } = open();
    stage.clear(1);
    stage.take(hypothesis(0, 'too late', true));
    expect(words()).toEqual([]);
    expect(reports.flatMap((report) => report.finished)).toHaveLength(1);
    stage.take({ kind: 'cut', stretch: 1 });
    stage.take(hypothesis(1, 'in time'));
    expect(words()).toEqual(['in', 'time']);
  });

  test('what was said long ago goes to the transcript alone', () => {
    const { stage, reports, words } = open();
    stage.take(hypothesis(0, 'long ago', true, 1100 - 60_000));
    expect(words()).toEqual([]);
    expect(reports.flatMap((report) => report.finished)).toHaveLength(1);
  });

  test('captions run out, but not while the media is paused', () => {
    const { stage, reports, wait } = open();
    stage.take(hypothesis(0, 'stay here', true));
    stage.hold(true);
    wait(60_000);
    stage.tick();
    expect(reports).toHaveLength(1);
    stage.hold(false);
    stage.tick();
    expect(reports.at(-1)?.patches).not.toEqual([]);
  });
});
