/**
 * Milliseconds since the epoch on the one clock that the page and its workers share. Each global
 * scope has its own `timeOrigin`, so the sum is comparable between threads and `now()` is not.
 */
export function clock_ms(): number {
  return performance.timeOrigin + performance.now();
}
