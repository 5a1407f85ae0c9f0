import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from '@jest/globals';

const SCRIPT = fileURLToPath(new URL('check-duplicates.mjs', import.meta.url));
const tree = mkdtempSync(join(tmpdir(), 'multilane-duplicates-test-'));

afterAll(() => rmSync(tree, { recursive: true }));

function write(file: string, text: string): void {
  const path = join(tree, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function check(...args: readonly string[]): { readonly status: number | null; readonly lines: string[] } {
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, tree, '0', ...args], { encoding: 'utf8' });
  return { status, lines: stdout.trimEnd().split('\n') };
}

/** A module of a name of its own, with a function of that many statements that are everywhere the same. */
const textOf = (name: string, statements: number): string =>
  `export const ${name} = '${name}';\nexport function run(sum: number): number {\n${Array.from(
    { length: statements },
    (_, at) => `  sum = sum * ${at} + Math.max(sum, ${at});\n`,
  ).join('')}  return ${name}.length;\n}\n`;

it('counts the pairs of places that share over 12 lines, and names them', () => {
  write('apps/gateway/src/one.ts', textOf('one', 10));
  write('libs/limits/src/two.ts', textOf('two', 10));
  write('libs/limits/src/two.spec.ts', textOf('three', 20));
  write('libs/limits/src/migrations/four.ts', textOf('four', 20));
  expect(check('--list')).toEqual({ status: 0, lines: ['pairs of places that share over 12 lines: 0 of 0'] });
  write('apps/gateway/src/one.ts', textOf('one', 14));
  write('libs/limits/src/two.ts', textOf('two', 14));
  expect(check()).toEqual({
    status: 1,
    lines: [
      'pairs of places that share over 12 lines: 1 of 0',
      expect.stringMatching(/^ {2}1\d lines: apps\/gateway\/src\/one\.ts:\d and libs\/limits\/src\/two\.ts:\d$/),
    ],
  });
});
