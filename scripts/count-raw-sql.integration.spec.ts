import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SCRIPT = join(ROOT, 'scripts/count-raw-sql.mjs');
const tree = mkdtempSync(join(tmpdir(), 'multilane-sql-'));

beforeAll(() => {
  spawnSync('git', ['init', '-q'], { cwd: tree });
});
afterAll(() => rmSync(tree, { recursive: true }));

function write(file: string, text: string): void {
  const path = join(tree, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function count(folder: string): { readonly status: number | null; readonly lines: string[] } {
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' });
  return { status, lines: stdout.trimEnd().split('\n') };
}

it('all SQL of the services is declared, or checks its rows when they are read', () => {
  expect(count(ROOT)).toEqual({
    status: 0,
    lines: [expect.stringMatching(/^SQL: \d{3} declared statements, \d+ put together, 0 unchecked calls$/)],
  });
});

it('calls that run SQL past the checked way are counted and named', () => {
  write(
    'libs/persistence/src/things.ts',
    "import { statement } from './statements/statement.js';\nconst FIND = statement({ id: 'uuid' }, 'SELECT id FROM users');\n",
  );
  write(
    'libs/jobs/src/things.ts',
    "import { runSql } from '@multilane/sql';\nawait runSql(sql, 'DROP TABLE things');\n",
  );
  write('libs/policy/src/rows.ts', "const rows = await manager.query<Row[]>('SELECT 1');\n");
  write('libs/policy/src/rows.spec.ts', "await sql.executeSql('SELECT 1');\n");
  expect(count(tree)).toEqual({
    status: 1,
    lines: ['SQL: 1 declared statements, 1 put together, 1 unchecked calls', '  libs/policy/src/rows.ts:1'],
  });
});
