/**
 * Builds the console with Vite, unless nothing that it is made of has changed since: a build takes seconds, and every other
 * command begins with one.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CONSOLE = join(ROOT, 'apps/console');
const RECORD = join(CONSOLE, 'dist/.built-from');
const SOURCES = ['src', 'public', 'index.html', 'package.json', 'vite.config.ts', 'finish-build.ts'];

const GUIDES = ['docs', 'docs/contract'];

const fingerprint = hashFiles([
  ...SOURCES.flatMap((name) => listFiles(join(CONSOLE, name))),
  // The console has the guides in it.
  ...GUIDES.flatMap((folder) => listPages(join(ROOT, folder))),
  join(ROOT, 'pnpm-lock.yaml'),
]);
if (!isBuilt()) {
  const vite = join(CONSOLE, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: CONSOLE,
    stdio: 'inherit',
  });
  if (status === 0) writeFileSync(RECORD, fingerprint);
  process.exitCode = status ?? 1;
}

function isBuilt() {
  return existsSync(RECORD) && readFileSync(RECORD, 'utf8') === fingerprint;
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .filter((name) => !name.includes('.spec.'))
    .flatMap((name) => listFiles(join(path, name)));
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function listPages(folder) {
  return readdirSync(folder)
    .sort()
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

/** @param {readonly string[]} files */
function hashFiles(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
