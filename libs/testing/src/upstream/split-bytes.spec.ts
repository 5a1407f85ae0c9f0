import { describe, expect, it } from '@jest/globals';
import { splitBytes } from './split-bytes.js';

describe('splitBytes', () => {
  it('cuts across the given chunks and loses nothing', () => {
    const pieces = splitBytes([Buffer.from('abc'), Buffer.from('de')], 2);
    expect(pieces.map(String)).toEqual(['ab', 'cd', 'e']);
  });
});
