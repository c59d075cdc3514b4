import { expect, test } from 'vitest';
import { captionSize, pictureBox } from '../../src/render/picture';

const STAGE = { width: 1600, height: 900 };

test.each([
  ['of the stage’s shape fills it', { width: 640, height: 360 }, [0, 0, 1600, 900]],
  ['that is wider leaves bars above and below', { width: 2000, height: 900 }, [0, 90, 1600, 720]],
  ['in portrait leaves bars at the sides', { width: 450, height: 900 }, [575, 0, 450, 900]],
  ['without size is the whole stage', { width: 0, height: 0 }, [0, 0, 1600, 900]],
])('a picture %s', (_, picture, box) => {
  const { left, top, width, height } = pictureBox(STAGE, picture);
  expect([left, top, width, height]).toEqual(box);
});

test('a size whose fields are getters is read too', () => {
  class Rectangle {
    get width() {
      return 300;
    }
    get height() {
      return 200;
    }
  }
  expect(pictureBox(new Rectangle(), { width: 0, height: 0 })).toMatchObject({
    width: 300,
    height: 200,
  });
});

test.each([
  ['1280 by 720', { width: 1280, height: 720 }, 36, 42],
  ['1080 by 1920, portrait', { width: 1080, height: 1920 }, 37.8, 24],
  ['a phone held upright', { width: 336, height: 189 }, 14, 42],
  ['a picture too narrow for 42 letters', { width: 296, height: 166 }, 14, 38],
  ['a square', { width: 600, height: 600 }, 30, 36],
])('captions on %s', (_, picture, size_px, columns) => {
  const size = captionSize(picture);
  expect(size.size_px).toBeCloseTo(size_px, 5);
  expect(size.columns).toBe(columns);
});
