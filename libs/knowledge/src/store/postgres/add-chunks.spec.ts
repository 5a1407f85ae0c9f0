import { describe, expect, it } from '@jest/globals';
import { toVectorText } from './add-chunks.js';

describe('a vector as PostgreSQL reads it', () => {
  it.each([
    ['zero', [0, -0]],
    ['what embeddings have', [0.0517, -0.9987654, 1, -1]],
    ['less than seven digits show', [1e-9, -1e-12]],
    ['numbers that nobody expects', [1e20, -3.4e38, 123_456.5, 1e-38]],
  ])('has the same numbers: %s', (_what, values) => {
    const text = toVectorText(Float32Array.from(values));
    expect(text).toMatch(/^\[-?\d[^[\]]*\]$/);
    const read = text.slice(1, -1).split(',').map(Number);
    expect(read).toHaveLength(values.length);
    for (const [at, value] of values.entries()) {
      expect(Math.abs((read[at] ?? Number.NaN) - value)).toBeLessThanOrEqual(Math.max(1e-7, Math.abs(value) * 1e-6));
    }
  });
});
