import { expect, test } from 'vitest';
import { captureObstacle } from '../../src/capture/obstacle';

const PAGE = 'http://127.0.0.1:8217';

test.each([
  ['a local file', { currentSrc: `blob:${PAGE}/1b2c`, crossOrigin: null }],
  ['a file of the same site', { currentSrc: `${PAGE}/demo/demo.webm`, crossOrigin: null }],
  ['a data address', { currentSrc: 'data:audio/wav;base64,AA==', crossOrigin: null }],
  [
    'another site with CORS',
    { currentSrc: 'https://media.example/a.mp4', crossOrigin: 'anonymous' },
  ],
  ['nothing loaded yet', { currentSrc: '', crossOrigin: null }],
])('%s can be captured', (_, media) => {
  expect(captureObstacle(media, PAGE)).toBeNull();
});

test('another site without CORS is named, with what can be done', () => {
  const media = { currentSrc: 'https://media.example:8443/a.mp4', crossOrigin: null };
  const obstacle = captureObstacle(media, PAGE);
  expect(obstacle?.code).toBe('cross-origin');
  expect(obstacle?.message).toContain('media.example:8443');
  expect(obstacle?.remedy).toContain('Access-Control-Allow-Origin');
});
