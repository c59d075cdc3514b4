/** What can go wrong for a viewer. The code is for tests and styling; people read the two texts. */
export type ProblemCode =
  | 'cross-origin'
  | 'no-audio'
  | 'empty-file'
  | 'damaged-file'
  | 'unsupported-codec'
  | 'not-media'
  | 'microphone-denied'
  | 'microphone-missing'
  | 'microphone-busy'
  | 'microphone-insecure'
  | 'no-simd'
  | 'no-worklet'
  | 'model-missing'
  | 'model-corrupt'
  | 'model-unreachable'
  | 'worker-crashed'
  | 'worker-failed';

/** An error with its remedy: `message` names the thing, `remedy` says what to do. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly remedy: string;

  constructor(code: ProblemCode, message: string, remedy: string) {
    super(message);
    this.name = 'Problem';
    this.code = code;
    this.remedy = remedy;
  }
}
