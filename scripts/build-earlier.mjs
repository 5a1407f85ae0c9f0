/** Earlier releases of this project, to upgrade from. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/**
 * The commit that an upgrade is tried from if none is named: the newest release before this commit; else the commit before the newest
 * migration, so that the upgrade changes the schema; else, in a clone without history, this commit.
 */
export function findEarlier() {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD~1');
  } catch {
    const added = git(
      'log',
      '-1',
      '--diff-filter=A',
      '--format=%h %p',
      '--',
      'libs/persistence/src/migrations/*.migration.ts',
    );
    return added.split(' ')[1] ?? git('rev-parse', '--short', 'HEAD');
  }
}

/**
 * Builds the gateway and the workspace of a commit in a new folder. Needs pnpm on the path. Takes a minute or more.
 *
 * @param {string} commit a commit or a tag
 * @param {string} folder
 */
export function buildEarlier(commit, folder) {
  mkdirSync(folder);
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const pnpm = (/** @type {string[]} */ ...args) =>
    execFileSync('pnpm', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, CI: 'true' } });
  pnpm('install', '--frozen-lockfile', '--prefer-offline');
  // Its types were checked when it was the newest.
  pnpm('exec', 'tsc', '-b', '--noCheck', 'apps/gateway', 'apps/workspace');
}
