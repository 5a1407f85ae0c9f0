import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PROJECT_ROOT, spawnService } from '@multilane/testing';
import { boundOfStarts, countStarts, STARTS_VARIABLE } from './count-starts.mjs';

describe('starts of programs in a run', () => {
  const before = process.env[STARTS_VARIABLE];
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'multilane-starts-'));
    process.env[STARTS_VARIABLE] = join(folder, 'starts');
  });
  afterEach(() => {
    if (before === undefined) delete process.env[STARTS_VARIABLE];
    else process.env[STARTS_VARIABLE] = before;
    rmSync(folder, { recursive: true });
  });

  it('are counted by the file of the project that starts, or else by the program', async () => {
    const script = join(PROJECT_ROOT, 'scripts/generate-docs.mjs');
    for (const args of [['--check', script], ['--check', script], ['--version']])
      await (await spawnService(process.execPath, args, {})).exited;
    await (await spawnService('/bin/true', [], {})).exited;
    expect(countStarts(join(folder, 'starts'))).toEqual({
      count: 4,
      words: '2 of scripts/generate-docs.mjs, 1 of node, 1 of true',
    });
  });

  it('have a bound in a run of the suite with one part of the exhaustive tests, and in no other', () => {
    expect(boundOfStarts({ TEST_EXHAUSTIVE: '2' }, true)).toBeGreaterThan(500);
    expect(boundOfStarts({ TEST_EXHAUSTIVE: '2' }, false)).toBeUndefined();
    expect(boundOfStarts({ TEST_EXHAUSTIVE: 'all' }, true)).toBeUndefined();
    expect(boundOfStarts({ TEST_EXHAUSTIVE: '2', TEST_DATABASES: 'all' }, true)).toBeUndefined();
  });

  it('are none where nothing was noted', () => {
    expect(countStarts(join(folder, 'nothing'))).toEqual({ count: 0, words: '' });
  });
});
