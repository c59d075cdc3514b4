import { expect, test } from 'vitest';
import { CaptureGraph } from '../../src/capture/graph';

test('a browser without AudioWorklet is told where the page has one', async () => {
  await expect(CaptureGraph.open()).rejects.toMatchObject({
    code: 'no-worklet',
    remedy: expect.stringContaining('https or on localhost'),
  });
});
