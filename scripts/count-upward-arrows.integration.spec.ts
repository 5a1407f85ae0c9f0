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

function write(file: string, imported: string, app = 'workspace'): void {
  const path = join(tree, `apps/${app}/src`, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `import { thing } from '${imported}';\n`);
}

function count(name = 'workspace'): { readonly status: number | null; readonly lines: string[] } {
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, tree], { encoding: 'utf8' });
  return { status, lines: stdout.split('\n').filter((line) => line.includes(name)) };
}

it('counts imports upward, and those of modules that import each other, and names them', () => {
  write('modules/keys/list.ts', '../../lists/page.js');
  write('modules/keys/check.ts', '../teams/find.js');
  write('lists/page.spec.ts', '../modules/keys/list.js');
  expect(count()).toEqual({
    status: 0,
    lines: ['workspace: 1 arrows between rooms, 0 upward, 0 mutual, 0 to files beside them'],
  });
  write('lists/page.ts', '../modules/keys/list.js');
  write('modules/teams/find.ts', '../keys/check.js');
  expect(count()).toEqual({
    status: 1,
    lines: [
      'workspace: 2 arrows between rooms, 1 upward, 2 mutual, 0 to files beside them',
      '  apps/workspace/src/lists/page.ts imports apps/workspace/src/modules/keys/list.js',
      '  apps/workspace/src/modules/keys/check.ts imports apps/workspace/src/modules/teams/find.js',
      '  apps/workspace/src/modules/teams/find.ts imports apps/workspace/src/modules/keys/check.js',
    ],
  });
});

it('rejects imports of files beside the rooms of the gateway', () => {
  write('http/read-head.ts', '../bootstrap.js', 'gateway');
  write('http/read-head.spec.ts', '../bootstrap.js', 'gateway');
  expect(count('gateway').lines).toEqual([
    'gateway: 0 arrows between rooms, 0 upward, 0 mutual, 1 to files beside them',
    '  apps/gateway/src/http/read-head.ts imports apps/gateway/src/bootstrap.js',
  ]);
});
