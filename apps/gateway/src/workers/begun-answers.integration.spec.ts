import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type BegunAnswer, BegunAnswers, type NotingStores, noteOnDiskFirst } from './begun-answers.js';

const ID = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
const JOB: BegunAnswer = { kind: 'job', id: ID, fence: 3 };
const LINE: BegunAnswer = { kind: 'line', hold: { id: ID, fence: 2 }, line: 41 };

// docs/contract/async.md#runs
describe('the beginnings of answers', () => {
  let parent: string;
  let folder: string;
  let noted: unknown[];
  let warnings: number;
  let isAway: boolean;
  let onNote: () => void;

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'multilane-answers-'));
    folder = join(parent, 'answers');
    noted = [];
    warnings = 0;
    isAway = false;
    onNote = () => undefined;
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  const open = (): BegunAnswers => {
    const noteAnswer = (...what: unknown[]): Promise<boolean> => {
      onNote();
      if (isAway) return Promise.reject(new Error('away'));
      noted.push(what);
      return Promise.resolve(true);
    };
    const database = { asyncJobs: { noteAnswer }, batchLines: { noteAnswer } };
    const tasks = {
      failed: () => {
        warnings += 1;
      },
      succeeded: () => undefined,
    };
    return new BegunAnswers({ folder, database, tasks });
  };

  it.each([
    ['of a job', JOB, [ID, 3]],
    ['of a line of a batch', LINE, [{ id: ID, fence: 2 }, 41]],
  ])(
    '%s is on the disk before the database is asked, and goes when the database has it',
    async (_of, answer, asked) => {
      let files = 0;
      onNote = () => {
        files = readdirSync(folder).length;
      };
      expect(await open().note(answer)).toBe(true);
      expect([files, noted, readdirSync(folder)]).toEqual([1, [asked], []]);
    },
  );

  it('stay on the disk while the database is away, and the next process writes them to it', async () => {
    isAway = true;
    const killed = open();
    await expect(killed.note(JOB)).rejects.toThrow('away');
    await expect(killed.note(LINE)).rejects.toThrow('away');
    await expect(open().settle()).rejects.toThrow('away');
    expect(readdirSync(folder)).toHaveLength(2);
    isAway = false;
    await open().settle();
    expect(noted).toEqual([
      [ID, 3],
      [{ id: ID, fence: 2 }, 41],
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('are in the database before what another worker left is handed out', async () => {
    isAway = true;
    const killed = open();
    for (const answer of [JOB, LINE]) await expect(killed.note(answer)).rejects.toThrow('away');
    isAway = false;
    const stores = {
      asyncJobs: { findToRun: () => Promise.resolve({ status: 'running', notes: noted.length }) },
      batchLines: { recover: () => Promise.resolve([noted.length]) },
    };
    const { asyncJobs, batchLines } = noteOnDiskFirst(stores as unknown as NotingStores, open());
    expect(await asyncJobs.findToRun(ID)).toEqual({ status: 'running', notes: 2 });
    isAway = true;
    await expect(killed.note(LINE)).rejects.toThrow('away');
    isAway = false;
    expect(await batchLines.recover({ id: ID, fence: 3 })).toEqual([3]);
  });

  it('leave files of others alone', async () => {
    const begun = open();
    mkdirSync(folder);
    for (const name of ['.gitkeep', 'job-1-2', `job-${ID}-1-2`, `line-${ID}-1`, `job-${ID}-1.bak`]) {
      writeFileSync(join(folder, name), '');
    }
    await begun.settle();
    expect([noted, readdirSync(folder).length]).toEqual([[], 5]);
  });

  it('are in the database though the disk takes nothing, which is reported each time', async () => {
    writeFileSync(folder, 'a file where the folder should be');
    const begun = open();
    expect([await begun.note(JOB), await begun.note(LINE)]).toEqual([true, true]);
    expect([noted.length, warnings]).toEqual([2, 2]);
  });
});
