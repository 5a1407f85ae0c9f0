import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findBundle } from './find-bundle.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bundle-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const BUNDLE = 'apps/gateway/dist/bundle/run.js';

/** Makes a file that was changed so many seconds after the beginning of 2026. */
function make(path: string, seconds: number): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  const time = Date.UTC(2026, 0, 1) / 1000 + seconds;
  utimesSync(file, time, time);
}

const find = () => findBundle(pathToFileURL(join(folder, 'apps/gateway/dist/main.js')).href, 'run.js');

describe('findBundle', () => {
  it('finds none where none was made', () => {
    make('apps/gateway/dist/run.js', 0);
    expect(find()).toBeUndefined();
  });

  it('finds it where nothing else is built, as in an image', () => {
    make(BUNDLE, 0);
    expect(find()).toBe(pathToFileURL(join(folder, BUNDLE)).href);
  });

  it.each([
    ['the service', 'apps/gateway/dist/.tsbuildinfo'],
    ['a library', 'libs/http/dist/.tsbuildinfo'],
  ])('finds it until %s is built after it', (_what, build) => {
    make('libs/http/src/index.ts', 9);
    make(BUNDLE, 5);
    make(build, 4);
    expect(find()).toBeDefined();
    make(build, 6);
    expect(find()).toBeUndefined();
  });
});
