import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { cleanEnvironment } from './environment.mjs';
import { explainFetchFailure, LaunchFailure } from './launch-failure.mjs';
import { runQuietly } from './processes.mjs';
import { compareVersions, MINIMUM_NODE, nameNodePackage, PINNED } from './versions.mjs';

/** Where the launcher keeps the programs it fetches, below the project. */
export const TOOLCHAIN_FOLDER = '.toolchain';

/** @typedef {{ node: string, pnpm: string }} Toolchain absolute paths of the two binaries */

/**
 * Where the toolchain is, or will be once fetched. The platform is part of each folder's name, because a folder may
 * be shared with a container that runs another one.
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
  const [npm, ...first] = findNpm();
  const { code, output } = await runQuietly(
    npm,
    // biome-ignore format: one option a line says less
    [...first, 'install', '--prefix', folder, '--no-save', '--no-package-lock', '--no-audit', '--no-fund',
      '--no-update-notifier', '--loglevel=error', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000',
      specifier],
    { cwd: root, env: cleanEnvironment(process.env) },
  ).catch((error) => {
    if (!(error instanceof LaunchFailure)) throw error;
    throw new LaunchFailure(
      `npm was not found, and it is needed once to fetch Node and pnpm. Install npm, or start with Node ` +
        `${MINIMUM_NODE} or newer from a distribution that brings npm along.`,
    );
  });
  if (code !== 0) throw new LaunchFailure(`${specifier} was not fetched. ${explainFetchFailure(output)}`, output);
}

/** Under `npm start`, npm names its own script: that one works even where npm is not in PATH. */
function findNpm() {
  const script = process.env.npm_execpath;
  if (script !== undefined && basename(script) === 'npm-cli.js' && existsSync(script))
    return [process.execPath, script];
  return ['npm'];
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
  const searchPath = [dirname(process.execPath), process.env.PATH].join(':');
  const env = { ...cleanEnvironment(process.env), PATH: searchPath };
  const result = existsSync(binary)
    ? await runQuietly(binary, ['--version'], { cwd: root, env })
    : { output: `${binary} is not there.` };
  if (result.output.includes(version)) return;
  throw new LaunchFailure(
    `${basename(binary)} ${version} was fetched but does not run on ${process.platform}-${process.arch}. If install ` +
      'scripts are switched off ("npm config get ignore-scripts"), allow them for this one start: ' +
      '"npm start --ignore-scripts=false". Otherwise install Node 24 or newer yourself and start again.',
    result.output,
  );
}
