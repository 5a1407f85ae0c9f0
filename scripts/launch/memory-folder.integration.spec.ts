import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeRunFolder } from './memory-folder.mjs';

const MUCH = 100_000_000_000;
/** No process has this id: Linux has at most four million. */
const NOBODY = 9_999_999;

describe('the folder of a run of tests', () => {
  let memory = '';
  const made: string[] = [];

  beforeEach(() => {
    memory = mkdtempSync(join(tmpdir(), 'multilane-memory-'));
  });
  afterEach(() => {
    for (const folder of [memory, ...made.splice(0)]) rmSync(folder, { recursive: true });
  });

  const make = (room: number, free = MUCH): ReturnType<typeof makeRunFolder> => {
    const run = makeRunFolder({ path: memory, roomBytes: () => room, memoryBytes: () => free });
    if (!run.inMemory) made.push(run.folder);
    return run;
  };

  it('is in memory where there is room, and lets other accounts pass', () => {
    const { folder, inMemory } = make(MUCH);
    expect(inMemory).toBe(true);
    expect(dirname(folder)).toBe(memory);
    expect(statSync(folder).mode & 0o777).toBe(0o711);
  });

  it.each([
    ['the file system in memory is small', 64_000_000, MUCH],
    ['the processes would be short of memory', MUCH, 4_000_000_000],
  ])('is with the other temporary folders where %s', (_what, room, free) => {
    const { folder, inMemory } = make(room, free);
    expect(inMemory).toBe(false);
    expect(dirname(folder)).toBe(tmpdir());
    expect(readdirSync(memory)).toEqual([]);
  });

  it('is with the other temporary folders where the system has no such file system', () => {
    const roomBytes = (): number => {
      throw new Error('no such folder');
    };
    const { folder, inMemory } = makeRunFolder({ path: memory, roomBytes, memoryBytes: () => MUCH });
    made.push(folder);
    expect([inMemory, dirname(folder)]).toEqual([false, tmpdir()]);
  });

  it('takes the place of those that killed runs left, and of no other', () => {
    const left = `multilane-tests-${NOBODY}-abcdef`;
    const running = `multilane-tests-${process.pid}-abcdef`;
    for (const name of [left, running, 'another']) mkdirSync(join(memory, name));
    writeFileSync(join(memory, left, 'file'), 'of a database');
    const { folder } = make(MUCH);
    expect(existsSync(join(memory, left))).toBe(false);
    expect(readdirSync(memory).sort()).toEqual(['another', basename(folder), running].sort());
  });
});
