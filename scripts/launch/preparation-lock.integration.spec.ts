import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { withPreparationLock } from './preparation-lock.mjs';

describe('withPreparationLock', () => {
  let folder = '';
  let lock = '';
  const said: string[] = [];
  const say = (text: string): void => {
    said.push(text);
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'multilane-lock-'));
    lock = join(folder, 'preparing.pid');
    said.length = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('holds the lock while the work runs and gives it back, also when the work fails', async () => {
    const held = await withPreparationLock(folder, say, async () => existsSync(lock));
    expect([held, existsSync(lock)]).toEqual([true, false]);

    const failing = withPreparationLock(folder, say, async () => Promise.reject(new Error('no disk')));
    await expect(failing).rejects.toThrow('no disk');
    expect(existsSync(lock)).toBe(false);
  });

  it('waits, and says so once, while another process holds the lock', async () => {
    writeFileSync(lock, String(process.ppid));
    let ran = false;
    const waiting = withPreparationLock(folder, say, async () => {
      ran = true;
    });
    await sleep(500);
    expect(ran).toBe(false);

    rmSync(lock);
    await waiting;
    expect(ran).toBe(true);
    expect(said).toEqual([expect.stringContaining(`process ${process.ppid}`)]);
  });

  it('takes over the lock of a process that has died', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(lock, String(pid));
    await expect(withPreparationLock(folder, say, async () => 'done')).resolves.toBe('done');
    expect(said).toEqual([]);
  });

  it('takes over a lock with its own number, left by an earlier container', async () => {
    writeFileSync(lock, String(process.pid));
    await expect(withPreparationLock(folder, say, async () => 'done')).resolves.toBe('done');
  });
});
