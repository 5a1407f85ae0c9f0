import { describe, expect, test } from '@jest/globals';
import { scoreText } from './score-text.js';

describe('scoreText', () => {
  test('takes time that grows with the length alone, whatever the text is made of', () => {
    for (const piece of ['a', 'a ', 'kill you I will ', 'a1', 'aaab', "l'", '$', '\u0301', 'k.']) {
      const started = performance.now();
      scoreText(piece.repeat(200_000 / piece.length));
      expect(performance.now() - started).toBeLessThan(2000);
    }
  });
});
