import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PROJECT_ROOT } from '@multilane/testing';

const COMPILED = pathToFileURL(join(PROJECT_ROOT, 'libs/process/dist/use-compile-cache.js')).href;

describe('useCompileCache', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'multilane-compile-'));
    mkdirSync(join(folder, 'dist'));
    write('dist/service.mjs', 'console.log([1, 2, 3].map((one) => one * 2).join());');
    write(
      'dist/main.mjs',
      `import { useCompileCache } from '${COMPILED}';\nuseCompileCache(import.meta.url);\nawait import('./service.mjs');`,
    );
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const start = (): string => {
    const { status, stderr, stdout } = spawnSync(process.execPath, [join(folder, 'dist/main.mjs')], {
      encoding: 'utf8',
      env: {},
    });
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  };
  const kept = (): string[] => globSync('node_modules/.cache/compile/*/*', { cwd: folder });

  it('keeps the modules that are loaded after it, one file each, and writes them once', () => {
    expect(start()).toBe('2,4,6\n');
    const [file, ...others] = kept();
    expect(others).toEqual([]);
    const { mtimeMs } = statSync(join(folder, String(file)));
    expect(start()).toBe('2,4,6\n');
    expect(kept()).toEqual([file]);
    expect(statSync(join(folder, String(file))).mtimeMs).toBe(mtimeMs);
  }, 30_000);

  it('runs a module as it is now, not as it was when it was kept', () => {
    start();
    write('dist/service.mjs', 'console.log("changed");');
    expect(start()).toBe('changed\n');
    expect(kept()).toHaveLength(1);
  }, 30_000);

  it('starts without it where the folder cannot be made', () => {
    write('node_modules', 'a file, where the folder would be');
    expect(start()).toBe('2,4,6\n');
    expect(existsSync(join(folder, 'node_modules/.cache'))).toBe(false);
  }, 30_000);
});
