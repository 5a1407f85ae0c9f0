import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { choosePart, EXHAUSTIVE_FILES, PARTS } from './exhaustive-tests.mjs';

const ROOT = join(import.meta.dirname, '..');

describe('the exhaustive tests', () => {
  it('are files of the project, each named once', () => {
    expect(EXHAUSTIVE_FILES.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    expect(new Set(EXHAUSTIVE_FILES).size).toBe(EXHAUSTIVE_FILES.length);
  });

  it('are in exactly one part each', () => {
    const parts = Array.from({ length: PARTS }, (_, part) => choosePart(EXHAUSTIVE_FILES, String(part)));
    expect(parts.flat().sort()).toEqual([...EXHAUSTIVE_FILES].sort());
    for (const part of parts) expect(part.length).toBeGreaterThan(0);
  });

  it.each([undefined, '', 'all'])('are all chosen by %j', (part) => {
    expect(choosePart(EXHAUSTIVE_FILES, part)).toEqual(EXHAUSTIVE_FILES);
  });

  it.each(['6', '-1', '1.5', 'none', 'x'])('have no part %s', (part) => {
    expect(() => choosePart(EXHAUSTIVE_FILES, part)).toThrow('TEST_EXHAUSTIVE must be all, or a number from 0 to 5');
  });
});
