import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { cleanEnvironment, prependPath } from './environment.mjs';
import { explainFetchFailure, LaunchFailure } from './launch-failure.mjs';
import { runNpm } from './npm.mjs';
import { runQuietly } from './processes.mjs';
import { compareVersions, MINIMUM_NODE, nameNodePackage, PINNED } from './versions.mjs';

/** Folder of the programs that the launcher fetches, below the project. */
export const TOOLCHAIN_FOLDER = '.toolchain';

/** @typedef {{ node: string, pnpm: string }} Toolchain absolute paths of the two binaries */

/**
 * Locates the toolchain, also before it is fetched. The platform is part of each folder's name, because a folder may be
 * shared with a container that runs another one.
 *
 * @param {string} root of the project
 * @returns {Toolchain}
 */
export function locateToolchain(root) {
  const running = compareVersions(process.version, MINIMUM_NODE) >= 0;
  const bin = join('node_modules', '.bin');
  return {
    node: running ? process.execPath : join(nameFolder(root, 'node'), bin, 'node'),
    pnpm: join(nameFolder(root, 'pnpm'), bin, 'pnpm'),
  };
}

/**
 * Fetches what is missing of the toolchain from the package registry that npm is set up for.
 *
 * @param {string} root
 * @param {(text: string) => void} say
 * @throws {LaunchFailure}
 */
export async function fetchToolchain(root, say) {
  const toolchain = locateToolchain(root);
  if (!existsSync(toolchain.node)) {
    say(`Fetching Node ${PINNED.node} into ${TOOLCHAIN_FOLDER} (first time only, about 15 s)`);
    await fetchProgram(root, 'node', nameNodePackage(process.platform, process.arch));
  }
  if (!existsSync(toolchain.pnpm)) {
    say(`Fetching pnpm ${PINNED.pnpm} into ${TOOLCHAIN_FOLDER} (first time only, about 5 s)`);
    await fetchProgram(root, 'pnpm', 'pnpm');
  }
}

/**
 * @param {string} root
 * @param {keyof typeof PINNED} program
 */
function nameFolder(root, program) {
  return join(root, TOOLCHAIN_FOLDER, `${program}-${PINNED[program]}-${process.platform}-${process.arch}`);
}

/**
 * Installs into a folder of its own and moves that into place once the program has run: a fetch that is cut off
 * leaves nothing behind that a later start would take for a toolchain.
 *
 * @param {string} root
 * @param {keyof typeof PINNED} program
 * @param {string} packageName
 */
async function fetchProgram(root, program, packageName) {
  const folder = nameFolder(root, program);
  const incoming = `${folder}.incoming`;
  rmSync(incoming, { recursive: true, force: true });
  mkdirSync(incoming, { recursive: true });
  try {
    await npmInstall(root, incoming, `${packageName}@${PINNED[program]}`);
    await checkVersion(root, join(incoming, 'node_modules', '.bin', program), PINNED[program]);
    rmSync(folder, { recursive: true, force: true });
    renameSync(incoming, folder);
  } finally {
    rmSync(incoming, { recursive: true, force: true });
  }
}

/**
 * @param {string} root
 * @param {string} folder
 * @param {string} specifier
 */
async function npmInstall(root, folder, specifier) {
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund'];
  const patience = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  const { code, output } = await runNpm(root, ['install', '--prefix', folder, ...options, ...patience, specifier]);
  if (code !== 0) throw new LaunchFailure(`${specifier} was not fetched. ${explainFetchFailure(output)}`, output);
}

/**
 * A binary may be there and not run: an install script that was not allowed, another C library, a file system
 * mounted without execution.
 *
 * @param {string} root
 * @param {string} binary
 * @param {string} version
 */
async function checkVersion(root, binary, version) {
  const env = prependPath(cleanEnvironment(process.env), [dirname(process.execPath)], delimiter);
  const { output } = await runQuietly(binary, ['--version'], { cwd: root, env }).catch((error) => {
    if (error instanceof LaunchFailure) return { output: error.message };
    throw error;
  });
  if (output.includes(version)) return;
  throw new LaunchFailure(
    `${basename(binary)} ${version} was fetched but does not run on ${process.platform}-${process.arch}. If install ` +
      'scripts are switched off ("npm config get ignore-scripts"), allow them for this one start: ' +
      '"npm start --ignore-scripts=false". Otherwise install Node 24 or newer yourself and start again.',
    output,
  );
}
