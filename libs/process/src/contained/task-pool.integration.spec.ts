import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@multilane/testing';
import { measureHold } from '@multilane/testing/measure-hold';
import { listenToContainedEnds } from './contained-ends.js';
import type { TaskFailure } from './task-failure.js';
import { TaskPool } from './task-pool.js';

const BUILT = new URL('../../dist/', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'task-pool-'));
const file = join(folder, 'hostile.process.mjs');
const SCRIPT = pathToFileURL(file);
writeFileSync(
  file,
  `import { answerTasks } from '${new URL('contained/answer-tasks.js', BUILT).href}';
answerTasks(({ kind, of }) => {
  if (kind === 'echo') return of;
  if (kind === 'pid') return process.pid;
  if (kind === 'environment') return Object.keys(process.env).sort();
  if (kind === 'loop') for (;;);
  if (kind === 'sleep') return new Promise((resolve) => setTimeout(() => resolve(of), of));
  if (kind === 'objects') for (const all = []; ; ) all.push({ a: [1, 2] });
  if (kind === 'array') return Array.from({ length: 1e9 }, (_, at) => ({ at }));
  if (kind === 'buffers') for (const all = []; ; ) all.push(Buffer.alloc(8e6, 1));
  if (kind === 'text') return 'x'.repeat(of);
  if (kind === 'doubling') { let value = [1]; for (let at = 0; at < 60; at++) value = [value, value]; return value; }
  if (kind === 'throw') throw new Error('no\\nsecond line');
  if (kind === 'exit') process.exit(3);
});
`,
);

const pools: TaskPool[] = [];
function open({ idleMs = 30_000, processes = 1 } = {}): TaskPool {
  const pool = new TaskPool({ work: 'test', script: SCRIPT, processes, heapMb: 64, memoryMb: 160, idleMs });
  pools.push(pool);
  return pool;
}
const ask = (pool: TaskPool, kind: string, of?: unknown, tenant = 'a', timeMs = 5_000) =>
  pool.run({ kind, of }, { tenant, timeMs, characters: 100 });
const reasonOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    ({ reason }: TaskFailure) => reason,
  );
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a pool of child processes', () => {
  it('starts none before the first task, and gives one process task after task', async () => {
    const pool = open();
    expect(pool.pids).toEqual([]);
    expect(await ask(pool, 'echo', { a: [1, null, 'ä'] })).toEqual({ a: [1, null, 'ä'] });
    const first = await ask(pool, 'pid');
    expect(await ask(pool, 'pid')).toBe(first);
    expect(first).not.toBe(process.pid);
  });

  it('gives its processes nothing of the environment', async () => {
    const names = (await ask(open(), 'environment')) as string[];
    expect(names.filter((name) => !/^(PATH|PWD|_|OLDPWD|SHLVL|MALLOC_ARENA_MAX)$/.test(name))).toEqual([]);
  });

  it.each([
    ['loop', 'time'],
    ['objects', 'memory'],
    ['array', 'memory'],
    ['buffers', 'memory'],
    ['exit', 'failure'],
  ])('ends the process of a task of the kind %s for its %s, counts that, and goes on', async (kind, reason) => {
    const ends: string[] = [];
    const stop = listenToContainedEnds((work, why) => ends.push(`${work} ${why}`));
    const pool = open();
    await ask(pool, 'pid');
    let asked: Promise<string> = Promise.resolve('');
    const longestMs = await measureHold(async () => {
      asked = reasonOf(ask(pool, kind, undefined, 'a', kind === 'loop' ? 300 : 20_000));
      await asked;
    });
    expect(await asked).toBe(reason);
    expect(longestMs).toBeLessThan(100);
    expect(await ask(pool, 'echo', 1)).toBe(1);
    stop();
    expect(ends).toEqual([`test ${reason}`]);
  });

  it.each([
    ['text', 1024 * 1024 - 2, 'answered'],
    ['text', 1024 * 1024, 'too_large'],
    ['doubling', undefined, 'time'],
    ['throw', undefined, 'error'],
  ])('bounds the answer %s of %j in the process: %s', async (kind, of, outcome) => {
    const pool = open();
    expect(await reasonOf(ask(pool, kind, of, 'a', 2_000))).toBe(outcome);
  });

  it('says the first line of an error', async () => {
    await expect(ask(open(), 'throw')).rejects.toMatchObject({ reason: 'error', message: 'no' });
  });

  it('rejects a question that is too large, and more than may wait', async () => {
    const pool = open();
    await expect(pool.run({}, { tenant: 'a', timeMs: 1, characters: 17 * 1024 * 1024 })).rejects.toMatchObject({
      reason: 'question_too_large',
    });
    const many = Array.from({ length: 300 }, () => reasonOf(ask(pool, 'sleep', 1)));
    const reasons = await Promise.all(many);
    expect(reasons.filter((reason) => reason === 'busy').length).toBeGreaterThanOrEqual(48);
    expect(reasons.filter((reason) => reason === 'answered').length).toBeGreaterThanOrEqual(250);
  });

  it('lets another tenant through while one keeps its processes busy', async () => {
    const pool = open({ processes: 2 });
    const slow = Array.from({ length: 20 }, () => reasonOf(ask(pool, 'sleep', 300, 'slow')));
    expect(await ask(pool, 'echo', 'here', 'other')).toBe('here');
    let isDone = false;
    void Promise.all(slow).then(() => {
      isDone = true;
    });
    await Promise.resolve();
    expect(isDone).toBe(false);
  });

  it('lets a task go that nobody waits for any more', async () => {
    const pool = open();
    const stop = new AbortController();
    const first = reasonOf(ask(pool, 'sleep', 200));
    const asked = reasonOf(
      pool.run({ kind: 'loop' }, { tenant: 'a', timeMs: 5_000, characters: 1, signal: stop.signal }),
    );
    stop.abort();
    expect(await asked).toBe('aborted');
    expect(await first).toBe('answered');
    expect(await ask(pool, 'echo', 2)).toBe(2);
  });

  it('ends a process that has nothing to do', async () => {
    const pool = open({ idleMs: 100 });
    const pid = (await ask(pool, 'pid')) as number;
    await waitUntil('the process is gone', () => (isAlive(pid) ? undefined : true));
    expect(pool.pids).toEqual([]);
    expect(await ask(pool, 'pid')).not.toBe(pid);
  });

  it('ends its processes, and what they are busy with, when it is closed', async () => {
    const pool = open();
    const pid = (await ask(pool, 'pid')) as number;
    const asked = reasonOf(ask(pool, 'loop'));
    await pool.close();
    expect(await asked).toBe('closed');
    expect(isAlive(pid)).toBe(false);
    expect(await reasonOf(ask(pool, 'echo'))).toBe('closed');
  });

  it.each(['idle', 'busy'])('leaves no %s process behind when its parent is killed', async (state) => {
    const parent = join(folder, `parent-${state}.mjs`);
    writeFileSync(
      parent,
      `import { TaskPool } from '${new URL('contained/task-pool.js', BUILT).href}';
const pool = new TaskPool({ work: 'test', script: new URL('${SCRIPT.href}'), processes: 1, heapMb: 64, memoryMb: 160 });
const pid = await pool.run({ kind: 'pid' }, { tenant: 'a', timeMs: 5000, characters: 1 });
if ('${state}' === 'busy') pool.run({ kind: 'loop' }, { tenant: 'a', timeMs: 60000, characters: 1 }).catch(() => undefined);
setTimeout(() => console.log(pid), 100);
setInterval(() => undefined, 1000);`,
    );
    const child = spawn(process.execPath, [parent], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    expect(isAlive(pid)).toBe(true);
    child.kill('SIGKILL');
    await waitUntil('the process is gone', () => (isAlive(pid) ? undefined : true));
  });
});
