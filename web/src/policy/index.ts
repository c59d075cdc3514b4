export type { StartOptions } from './interpreter';
export type { OnProgress, PolicyProgress } from './progress';
export { PolicyRuntime, type RuntimeOptions } from './runtime';
export { PolicyError, PolicySession } from './session';
export * from './types';
