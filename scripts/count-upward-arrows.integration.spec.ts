import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const SCRIPT = fileURLToPath(new URL('count-upward-arrows.mjs', import.meta.url));
const tree = mkdtempSync(join(tmpdir(), 'multilane-rooms-'));

beforeAll(() => {
  spawnSync('git', ['init', '-q'], { cwd: tree });
});
afterAll(() => rmSync(tree, { recursive: true }));

function write(file: string, imported: string): void {
  const path = join(tree, 'apps/workspace/src', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `import { thing } from '${imported}';\n`);
}

function count(): { readonly status: number | null; readonly lines: string[] } {
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, tree], { encoding: 'utf8' });
  return { status, lines: stdout.split('\n').filter((line) => /workspace/.test(line)) };
}

it('counts imports upward, and those of modules that import each other, and names them', () => {
  write('modules/keys/list.ts', '../../lists/page.js');
  write('modules/keys/check.ts', '../teams/find.js');
  write('lists/page.spec.ts', '../modules/keys/list.js');
  expect(count()).toEqual({ status: 0, lines: ['workspace: 1 arrows between rooms, 0 upward, 0 mutual'] });
  write('lists/page.ts', '../modules/keys/list.js');
  write('modules/teams/find.ts', '../keys/check.js');
  expect(count()).toEqual({
    status: 1,
    lines: [
      'workspace: 2 arrows between rooms, 1 upward, 2 mutual',
      '  apps/workspace/src/lists/page.ts imports apps/workspace/src/modules/keys/list.js',
      '  apps/workspace/src/modules/keys/check.ts imports apps/workspace/src/modules/teams/find.js',
      '  apps/workspace/src/modules/teams/find.ts imports apps/workspace/src/modules/keys/check.js',
    ],
  });
});
