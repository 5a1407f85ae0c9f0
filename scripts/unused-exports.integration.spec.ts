import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Loaded by the folder that they are in, so that no file names what they export. */
const LOADED_BY_FOLDER = /\.matrix\.ts$/;

const EXPORTED = /^export (?:async )?(?:const|function\*?) (\w+)/gm;

/** Types and classes may be part of the signature of something that other files use. */
it('functions and constants are exported only if another file names them', () => {
  const list = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: ROOT, encoding: 'utf8' });
  const files = new Map(
    list.split('\n').flatMap((path) => (path === '' ? [] : [[path, readFileSync(join(ROOT, path), 'utf8')] as const])),
  );
  const naming = new Map<string, number>();
  for (const text of files.values()) {
    for (const word of new Set(text.match(/\w+/g))) naming.set(word, (naming.get(word) ?? 0) + 1);
  }
  const unused = [...files]
    .filter(([path]) => /^(apps|libs|bench)\/.*\.ts$/.test(path) && !LOADED_BY_FOLDER.test(path))
    .flatMap(([path, text]) => Array.from(text.matchAll(EXPORTED), ([, name = '']) => [path, name] as const))
    .filter(([, name]) => naming.get(name) === 1)
    .map(([path, name]) => `${path}: no other file names ${name}: remove it, or the word \`export\``);
  expect(unused).toEqual([]);
});
