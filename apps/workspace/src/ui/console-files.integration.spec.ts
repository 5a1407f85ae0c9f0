import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { acceptedEncodings, ConsoleFiles } from './console-files.js';

const ALL = acceptedEncodings('gzip, deflate, br, zstd');
const GZIP = acceptedEncodings('gzip');
const NONE = acceptedEncodings(undefined);
const SCRIPT = 'export const answer = 42;\n'.repeat(100);

const FIRST_FILES = {
  frame: ['shell.js'],
  bare: { '/sign-in': ['sign-in.js'] },
  texts: { en: ['en.js'], 'zh-CN': ['zh.js'] },
};

describe('the files of the built console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-files-'));
  let files: ConsoleFiles | undefined;

  beforeAll(() => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<title>Multilane</title>');
    writeFileSync(join(folder, 'assets/index-a1b2c3d4.js'), SCRIPT);
    writeFileSync(join(folder, 'assets/index-a1b2c3d4.js.br'), brotliCompressSync(SCRIPT));
    writeFileSync(join(folder, 'assets/favicon.svg'), '<svg/>');
    writeFileSync(join(folder, 'first-files.json'), JSON.stringify(FIRST_FILES));
    writeFileSync(join(folder, 'assets/font-a1b2c3d4.woff2'), 'font');
    files = ConsoleFiles.find([join(folder, 'nowhere'), folder]);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('are undefined where nothing was built', () => {
    expect(ConsoleFiles.find([join(folder, 'nowhere')])).toBeUndefined();
  });

  it('are cached for ever if their names hold a hash, and asked for each time otherwise', async () => {
    expect((await files?.open('index-a1b2c3d4.js', ALL))?.cacheControl).toContain('immutable');
    expect((await files?.open('favicon.svg', ALL))?.cacheControl).toBe('no-cache');
  });

  it('are compressed as the browser accepts it, but for what is compressed already', async () => {
    const smallest = await files?.open('index-a1b2c3d4.js', ALL);
    expect(smallest?.encoding).toBe('br');
    expect(brotliDecompressSync(smallest?.content ?? '').toString()).toBe(SCRIPT);
    const small = await files?.open('index-a1b2c3d4.js', GZIP);
    expect(small?.encoding).toBe('gzip');
    expect(gunzipSync(small?.content ?? '').toString()).toBe(SCRIPT);
    for (const [name, accepted, length] of [
      ['index-a1b2c3d4.js', NONE, SCRIPT.length],
      ['font-a1b2c3d4.woff2', ALL, 4],
    ] as const) {
      const whole = await files?.open(name, accepted);
      expect(whole?.encoding).toBeUndefined();
      expect(whole?.content.length).toBe(length);
    }
  });

  it.each([
    ['gzip, br;q=0', ['gzip']],
    ['br;q=1.0, gzip;q=0.8, *;q=0.1', ['br', 'gzip']],
    ['brotli, xgzip', []],
    ['', []],
  ])('have of "%s" the encodings %j', (header, encodings) => {
    expect([...acceptedEncodings(header)]).toEqual(encodings);
  });

  it('are listed with which a page begins: those of the frame, or of a page for strangers, and texts', () => {
    expect(files?.needsOf(['w', 'id', 'evals', 'suites'], 'en')).toEqual({
      scripts: ['shell.js', 'en.js'],
      needsSession: true,
    });
    expect(files?.needsOf([], 'zh-TW, en')?.scripts).toEqual(['shell.js', 'en.js', 'zh.js']);
    expect(files?.needsOf(['sign-in'], undefined)).toEqual({ scripts: ['sign-in.js', 'en.js'], needsSession: false });
    expect(files?.needsOf(['__proto__'], 'en').needsSession).toBe(true);
  });

  it.each(['../index.html', 'index.html', 'index-a1b2c3d4.js/', '', '__proto__', 'other.js', 'index-a1b2c3d4.js.br'])(
    'do not include %j',
    async (name) => {
      expect(await files?.open(name, ALL)).toBeUndefined();
    },
  );
});
