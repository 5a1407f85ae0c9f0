import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadConfigFile } from './load-config-file.js';
import { type WatchOptions, watchConfigFile } from './watch-config-file.js';

const DEBOUNCE_MS = 20;
/** Long enough for an edit to be noticed and judged several times over. */
const SETTLED_MS = 250;

let directory: string;
let path: string;
/** Reports of the watcher, in order: a port, or the first problem. */
let reported: (number | string)[];
let watcher: { close(): void };

const portIs = (port: number) => `server: { port: ${port} }\n`;

function start(options: Partial<WatchOptions> = {}): void {
  watcher = watchConfigFile(path, {
    onChange: (config) => reported.push(config.server.port),
    onProblem: (error) => reported.push(error.problems[0]?.message ?? ''),
    env: {},
    debounceMs: DEBOUNCE_MS,
    pollMs: 60_000,
    ...options,
  });
}

async function expectReported(expected: (number | string)[]): Promise<void> {
  const deadline = Date.now() + 5_000;
  while (reported.length < expected.length && Date.now() < deadline) await sleep(10);
  expect(reported).toEqual(expected);
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'multilane-watch-'));
  path = join(directory, 'gateway.yaml');
  reported = [];
  writeFileSync(path, portIs(1));
});

afterEach(() => {
  watcher.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('watchConfigFile', () => {
  it('reports a file that is written in place', async () => {
    start();
    writeFileSync(path, portIs(2));
    await expectReported([2]);
    writeFileSync(path, portIs(3));
    await expectReported([2, 3]);
  });

  it('reports a file that is renamed over the old one, again and again', async () => {
    start();
    for (const port of [2, 3]) {
      writeFileSync(`${path}.new`, portIs(port));
      renameSync(`${path}.new`, path);
      await expectReported([2, 3].slice(0, port - 1));
    }
  });

  it('reports a ConfigMap whose data directory is swapped', async () => {
    for (const version of [1, 2]) {
      mkdirSync(join(directory, `..v${version}`));
      writeFileSync(join(directory, `..v${version}`, 'gateway.yaml'), portIs(version));
    }
    unlinkSync(path);
    symlinkSync('..v1', join(directory, '..data'));
    symlinkSync(join('..data', 'gateway.yaml'), path);
    start();
    symlinkSync('..v2', join(directory, '..data_tmp'));
    renameSync(join(directory, '..data_tmp'), join(directory, '..data'));
    await expectReported([2]);
  });

  it('says nothing of the same text written again, or of other files', async () => {
    start();
    writeFileSync(path, portIs(1));
    writeFileSync(join(directory, 'other.yaml'), portIs(5));
    await sleep(SETTLED_MS);
    expect(reported).toEqual([]);
  });

  it('reports an invalid file once, and nothing when the running one comes back', async () => {
    start({ pollMs: DEBOUNCE_MS });
    writeFileSync(path, 'server: { port: nine }');
    await expectReported(['must be a number']);
    writeFileSync(path, portIs(1));
    await sleep(SETTLED_MS);
    expect(reported).toEqual(['must be a number']);
    writeFileSync(path, portIs(2));
    await expectReported(['must be a number', 2]);
  });

  it('survives the deletion of the file and of its directory', async () => {
    start({ pollMs: DEBOUNCE_MS });
    unlinkSync(path);
    await expectReported(['does not exist']);
    rmSync(directory, { recursive: true });
    await sleep(SETTLED_MS);
    mkdirSync(directory);
    writeFileSync(path, portIs(2));
    await expectReported(['does not exist', 2]);
  });

  it('does not drop everything for a file that was emptied', async () => {
    start();
    writeFileSync(path, ' \n');
    await expectReported(['is empty']);
  });

  it('waits for a file that is still being written', async () => {
    start({ debounceMs: 150 });
    writeFileSync(path, portIs(2));
    await sleep(200);
    writeFileSync(path, portIs(3));
    await expectReported([3]);
  });

  it('is not held up by other files that change without end', async () => {
    start();
    const noise = setInterval(() => writeFileSync(join(directory, 'audit.ndjson'), String(Math.random())), 5);
    try {
      writeFileSync(path, portIs(2));
      await expectReported([2]);
    } finally {
      clearInterval(noise);
    }
  });

  it('notices by polling where no event comes', async () => {
    const target = mkdtempSync(join(tmpdir(), 'multilane-watch-target-'));
    writeFileSync(join(target, 'gateway.yaml'), portIs(1));
    unlinkSync(path);
    symlinkSync(join(target, 'gateway.yaml'), path);
    start({ pollMs: 50 });
    writeFileSync(join(target, 'gateway.yaml'), portIs(2));
    await expectReported([2]);
    rmSync(target, { recursive: true });
  });

  it('reports an edit made between loading and watching', async () => {
    const { fingerprint } = loadConfigFile(path, {});
    writeFileSync(path, portIs(2));
    start({ fingerprint });
    await expectReported([2]);
  });

  it('says nothing once closed', async () => {
    start({ pollMs: DEBOUNCE_MS });
    writeFileSync(path, portIs(2));
    watcher.close();
    await sleep(SETTLED_MS);
    expect(reported).toEqual([]);
  });
});
