import { expect, test } from 'vitest';
import { pictureBox } from '../../src/render/picture';

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
