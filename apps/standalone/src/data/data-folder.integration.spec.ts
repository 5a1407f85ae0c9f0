import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PROJECT_ROOT, STANDALONE_DATABASE } from '@multilane/testing';
import { StartError } from '../start-error.js';
import { createDemoKey } from './create-demo-key.js';
import { DATA_FOLDER, DATABASE_FOLDER, prepareDataFolder } from './data-folder.js';
import { lockFolder } from './lock-folder.js';
import { readDemoKey, writeQuickstart } from './quickstart-file.js';

let root: string;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'multilane-folder-'));
  folder = join(root, '.multilane');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const modeOf = (path: string): number => statSync(path).mode & 0o777;

/** A process id that nobody has any more. */
const deadPid = (): number => spawnSync(process.execPath, ['--version']).pid;

describe('data folder', () => {
  it('is made for its owner only', () => {
    prepareDataFolder(folder);
    expect(modeOf(folder)).toBe(0o700);
  });

  it('is closed to others when it was open to them', () => {
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    prepareDataFolder(folder);
    expect(modeOf(folder)).toBe(0o700);
  });
});

describe('the database that tests put into a folder', () => {
  it('is where the service looks for it, for it would make another one', () => {
    expect(STANDALONE_DATABASE).toBe(`${DATA_FOLDER}/${DATABASE_FOLDER}/postgres`);
    const world = readFileSync(join(PROJECT_ROOT, 'apps/console/e2e/start-world.ts'), 'utf8');
    expect(world).toContain(`'${STANDALONE_DATABASE}'`);
  });
});

describe('lock', () => {
  beforeEach(() => prepareDataFolder(folder));

  it('holds the process id, and nothing is left of it once it is returned', () => {
    const unlock = lockFolder(folder);
    expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(`${process.pid}\n`);
    unlock();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('rejects while the process that holds it lives, and names it', () => {
    writeFileSync(join(folder, 'lock'), `${process.ppid}\n`);
    expect(() => lockFolder(folder)).toThrow(StartError);
    expect(() => lockFolder(folder)).toThrow(`pid ${process.ppid}`);
    expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(`${process.ppid}\n`);
  });

  it.each([
    ['of a dead process', () => `${deadPid()}\n`],
    ['of this process id in an earlier life', () => `${process.pid}\n`],
    ['that was cut off while it was written', () => ''],
  ])('takes over a lock %s', (_, content) => {
    writeFileSync(join(folder, 'lock'), content());
    const unlock = lockFolder(folder);
    expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(`${process.pid}\n`);
    unlock();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves a lock alone that another process has acquired since', () => {
    const unlock = lockFolder(folder);
    writeFileSync(join(folder, 'lock'), `${process.ppid}\n`);
    unlock();
    expect(existsSync(join(folder, 'lock'))).toBe(true);
  });
});

describe('quickstart.json', () => {
  beforeEach(() => prepareDataFolder(folder));
  const file = () => join(folder, 'quickstart.json');

  it('is readable by its owner only, although it was not before', () => {
    writeFileSync(file(), '{}', { mode: 0o644 });
    writeQuickstart(folder, { base_url: 'http://localhost:8080/v1', api_key: null, models: ['simulator'] });
    expect(modeOf(file())).toBe(0o600);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
      base_url: 'http://localhost:8080/v1',
      api_key: null,
      models: ['simulator'],
    });
    expect(readdirSync(folder)).toEqual(['quickstart.json']);
  });

  it('gives the key of the start before', () => {
    const key = createDemoKey();
    writeQuickstart(folder, { base_url: '', api_key: key, models: [] });
    expect(readDemoKey(folder)).toBe(key);
  });

  it.each([
    ['missing', undefined],
    ['no JSON', '{"api_key": "ml-'],
    ['null', 'null'],
    ['without a key', '{"api_key": null}'],
    ['with a key of another form', '{"api_key": "ml-short"}'],
  ])('gives no key when it is %s', (_, content) => {
    if (content !== undefined) writeFileSync(file(), content);
    expect(readDemoKey(folder)).toBeUndefined();
  });
});
