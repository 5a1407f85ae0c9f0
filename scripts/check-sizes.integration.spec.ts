import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const SCRIPT = fileURLToPath(new URL('check-sizes.mjs', import.meta.url));
const tree = mkdtempSync(join(tmpdir(), 'multilane-sizes-'));

beforeAll(() => {
  spawnSync('git', ['init', '-q'], { cwd: tree });
});
afterAll(() => rmSync(tree, { recursive: true }));

function write(file: string, text: string): void {
  const path = join(tree, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function check(): { readonly status: number | null; readonly lines: string[] } {
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, tree, '0', '0'], { encoding: 'utf8' });
  return { status, lines: stdout.trimEnd().split('\n') };
}

/** A function that has this many lines, its first and its last included. */
const textOf = (head: string, lines: number): string => `${head} {\n${'  // “”\n'.repeat(lines - 2)}}\n`;

it('counts the functions of the console over 80 lines and the folders with over 30 files, and names them', () => {
  write('apps/console/src/ui/page.tsx', `/** “A” */\n${textOf('export function Page(): void', 80)}`);
  write('apps/console/src/ui/page.spec.tsx', textOf('function test(): void', 90));
  write('apps/gateway/src/run.ts', textOf('export function run(): void', 90));
  for (let at = 0; at < 30; at += 1) write(`libs/limits/src/file-${at}.ts`, '');
  expect(check()).toEqual({
    status: 0,
    lines: ['functions of the console over 80 lines: 0 of 0', 'folders with over 30 files: 0 of 0'],
  });
  write('apps/console/src/ui/page.tsx', `/** “A” */\n${textOf('export function Page(): void', 81)}`);
  write('apps/console/src/ui/list.ts', `const one = 1;\n${textOf('export const useList = () =>', 82)}`);
  write('libs/limits/src/file-30.ts', '');
  expect(check()).toEqual({
    status: 1,
    lines: [
      'functions of the console over 80 lines: 2 of 0',
      '  81 lines: apps/console/src/ui/page.tsx:2 Page',
      '  82 lines: apps/console/src/ui/list.ts:2 useList',
      'folders with over 30 files: 1 of 0',
      '  31 files: libs/limits/src',
    ],
  });
});
