import { Problem } from '../problem';

const problems: Readonly<Record<string, Problem>> = {
  NotAllowedError: new Problem(
    'microphone-denied',
    'The browser did not allow the microphone.',
    'Allow the microphone for this page in the address bar, then press the button again.',
  ),
  NotFoundError: new Problem(
    'microphone-missing',
    'No microphone was found.',
    'Plug one in or turn it on in the system’s sound settings, then press the button again.',
  ),
  NotReadableError: new Problem(
    'microphone-busy',
    'The microphone is there but does not answer.',
    'Close the other program that uses it, then press the button again.',
  ),
};

const insecure = new Problem(
  'microphone-insecure',
  'A browser gives the microphone only to pages opened over https or on localhost.',
  'Open this page as http://127.0.0.1 on this machine, or serve it over https.',
);

/** The problem behind a rejection of `getUserMedia`, by its DOMException's name. */
export function microphoneProblem(name: string): Problem {
  return problems[name] ?? (problems['NotReadableError'] as Problem);
}

/**
 * Asks for the microphone. Echo cancellation and noise suppression stay off: they gate quiet
 * speech, which the VAD is there to judge.
 */
export async function openMicrophone(devices: MediaDevices | undefined): Promise<MediaStream> {
  if (devices === undefined) throw insecure;
  try {
    return await devices.getUserMedia({
      audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: true },
    });
  } catch (error) {
    throw microphoneProblem(error instanceof DOMException ? error.name : '');
  }
}
