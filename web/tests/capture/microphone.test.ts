import { expect, test } from 'vitest';
import { openMicrophone } from '../../src/capture/microphone';

function devices(errorName: string): MediaDevices {
  const getUserMedia = () => Promise.reject(new DOMException('no', errorName));
  return { getUserMedia } as unknown as MediaDevices;
}

test.each([
  ['NotAllowedError', 'microphone-denied', /address bar/],
  ['NotFoundError', 'microphone-missing', /Plug one in/],
  ['NotReadableError', 'microphone-busy', /other program/],
  ['AbortError', 'microphone-busy', /other program/],
])('%s says what to do', async (name, code, remedy) => {
  const opened = openMicrophone(devices(name));
  await expect(opened).rejects.toMatchObject({ code });
  await expect(opened).rejects.toMatchObject({ remedy: expect.stringMatching(remedy) });
});

test('a page that is not secure is told how to become so', async () => {
  const opened = openMicrophone(undefined);
  await expect(opened).rejects.toMatchObject({ code: 'microphone-insecure' });
});
