import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleFiles } from './console-files.js';

const SCRIPT = 'export const answer = 42;\n'.repeat(100);

describe('the files of the built console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-files-'));
  let files: ConsoleFiles | undefined;

  beforeAll(() => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<title>Multilane</title>');
    writeFileSync(join(folder, 'assets/index-a1b2c3d4.js'), SCRIPT);
    writeFileSync(join(folder, 'assets/favicon.svg'), '<svg/>');
    writeFileSync(join(folder, 'assets/font-a1b2c3d4.woff2'), 'font');
    files = ConsoleFiles.find([join(folder, 'nowhere'), folder]);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('are undefined where nothing was built', () => {
    expect(ConsoleFiles.find([join(folder, 'nowhere')])).toBeUndefined();
  });

  it('are cached for ever if their names hold a hash, and asked for each time otherwise', async () => {
    expect((await files?.open('index-a1b2c3d4.js', true))?.cacheControl).toContain('immutable');
    expect((await files?.open('favicon.svg', true))?.cacheControl).toBe('no-cache');
  });

  it('are compressed for whoever takes that, but for what is compressed already', async () => {
    const small = await files?.open('index-a1b2c3d4.js', true);
    expect(small?.isCompressed).toBe(true);
    expect(gunzipSync(small?.content ?? '').toString()).toBe(SCRIPT);
    for (const [name, takes] of [
      ['index-a1b2c3d4.js', false],
      ['font-a1b2c3d4.woff2', true],
    ] as const) {
      const whole = await files?.open(name, takes);
      expect(whole?.isCompressed).toBe(false);
      expect(whole?.content.length).toBe(takes ? 4 : SCRIPT.length);
    }
  });

  it.each(['../index.html', 'index.html', 'index-a1b2c3d4.js/', '', '__proto__', 'other.js'])(
    'do not include %j',
    async (name) => {
      expect(await files?.open(name, true)).toBeUndefined();
    },
  );
});
