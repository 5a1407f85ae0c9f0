/** The files of both images, and programs that run in them as a container would run them. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnService } from '../../libs/testing/dist/index.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAX_BYTES = 200e6;
const NOBODY = 65_534;

/**
 * The programs of one release, by their paths.
 *
 * @typedef {{ readonly gateway: string, readonly workspace: string, readonly cli: string }} Release
 */

/**
 * Makes the files of both images as deploy/Dockerfile does, and checks them.
 *
 * @param {string} folder
 */
export function makeImageTrees(folder) {
  const [gateway, workspace] = [makeTree('gateway', folder), makeTree('workspace', folder)];
  const native = gateway.files.filter((file) => /\.(?:node|so|map|ts)$/.test(file));
  if (native.length > 0)
    throw new Error(`the gateway's image has files of one architecture or of the build: ${native}`);
  if (readFileSync(join(workspace.tree, 'LICENSE'), 'utf8') !== readFileSync(join(ROOT, 'LICENSE'), 'utf8'))
    throw new Error('the image of the workspace lacks the licence');
  const notices = readFileSync(join(workspace.tree, 'THIRD-PARTY-NOTICES.md'), 'utf8');
  for (const name of ['react-dom', 'fastify'])
    if (!new RegExp(`^## .*\\b${name}\\b`, 'm').test(notices)) throw new Error(`the notices do not name ${name}`);
  /** @type {Release} */
  const release = {
    gateway: join(gateway.tree, 'dist/main.js'),
    workspace: join(workspace.tree, 'dist/main.js'),
    cli: join(workspace.tree, 'dist/cli/main.js'),
  };
  return { release, megabytes: [gateway, workspace].map(({ bytes }) => Math.ceil(bytes / 1e6)) };
}

/**
 * @param {'gateway' | 'workspace'} service
 * @param {string} folder
 */
function makeTree(service, folder) {
  const tree = join(folder, service);
  const script = join(ROOT, 'scripts/make-image-tree.mjs');
  execFileSync(process.execPath, [script, service, tree, '--prefer-offline'], { stdio: ['ignore', 'pipe', 'pipe'] });
  execFileSync('chmod', ['-R', 'a-w,a+rX', tree]);
  const { bytes, files } = listTree(tree);
  if (bytes > MAX_BYTES) throw new Error(`the image of the ${service} has ${bytes} bytes, which is over ${MAX_BYTES}`);
  return { tree, bytes, files };
}

/**
 * Lists the files of an image's layer, hidden folders too: links count by the length of their target. Node's own listing would enter linked
 * folders.
 *
 * @param {string} tree
 */
function listTree(tree) {
  const list = execFileSync('find', [tree, '!', '-type', 'd', '-printf', '%s %P\n'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const entries = list.trimEnd().split('\n');
  const bytes = entries.reduce((sum, entry) => sum + Number.parseInt(entry, 10), 0);
  return { bytes, files: entries.map((entry) => entry.slice(entry.indexOf(' ') + 1)) };
}

/**
 * Prepares a folder for programs that run as an account which owns nothing in it: the runtime may be in a home of this account.
 *
 * @param {string} folder
 */
export function prepareFolder(folder) {
  chmodSync(folder, 0o755);
  copyFileSync(process.execPath, join(folder, 'node'));
}

/**
 * Starts a program in the folder of its service, as an account that owns nothing, with no environment but `env`. As root only; other
 * accounts run it as themselves.
 *
 * @param {string} folder the prepared folder
 * @param {string} entry
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} env
 */
export function runProgram(folder, entry, args, env) {
  const become =
    process.getuid?.() === 0 ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
  const root = dirname(dirname(entry));
  const command = ['-c', 'cd "$0" && exec "$@"', root, ...become, join(folder, 'node'), entry, ...args];
  return spawnService('/bin/sh', command, { PATH: '/usr/sbin:/usr/bin:/bin', NODE_ENV: 'production', ...env });
}
