import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { cleanEnvironment, prependPath } from './environment.mjs';
import { explainFetchFailure, LaunchFailure } from './launch-failure.mjs';
import { isRegistryReachable } from './npm.mjs';
import { withPreparationLock } from './preparation-lock.mjs';
import { runQuietly } from './processes.mjs';
import {
  findIncompleteOutputs,
  forgetDone,
  forgetOutputs,
  isUpToDate,
  readFingerprints,
  recordDone,
} from './project-state.mjs';
import { fetchToolchain, locateToolchain, TOOLCHAIN_FOLDER } from './toolchain.mjs';

/** @typedef {(text: string) => void} Say shows one line of progress */

/**
 * Brings the project to where it can run, doing only what is missing: Node and pnpm, the packages, the build. With
 * nothing to do it starts no process and takes no lock.
 *
 * @param {string} root
 * @param {{ build: boolean, say: Say }} options
 * @returns {Promise<import('./toolchain.mjs').Toolchain>}
 * @throws {LaunchFailure | import('./processes.mjs').Interrupted}
 */
export async function prepareProject(root, { build, say }) {
  const toolchain = locateToolchain(root);
  if (isReady(root, toolchain, build)) return toolchain;
  await withPreparationLock(join(root, TOOLCHAIN_FOLDER), say, async () => {
    await fetchToolchain(root, say);
    await installPackages(root, toolchain, say);
    if (build) await buildPackages(root, toolchain, say);
  });
  return toolchain;
}

/**
 * The environment in which the project's own programs find the right Node and pnpm first.
 *
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 */
export function describeEnvironment({ node, pnpm }) {
  return prependPath(cleanEnvironment(process.env), [dirname(node), dirname(pnpm)], delimiter);
}

/**
 * @param {string} root
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 * @param {boolean} build
 */
function isReady(root, toolchain, build) {
  if (!existsSync(toolchain.node) || !existsSync(toolchain.pnpm)) return false;
  const fingerprints = readFingerprints(root);
  if (!isUpToDate(root, 'install', fingerprints.install)) return false;
  return !build || isBuilt(root, fingerprints.build);
}

/**
 * @param {string} root
 * @param {string} fingerprint
 */
function isBuilt(root, fingerprint) {
  return isUpToDate(root, 'build', fingerprint) && findIncompleteOutputs(root).length === 0;
}

/**
 * pnpm would try each of some hundred packages anew while no registry answers; with this option it uses what its store has
 * and says at once what is missing.
 *
 * @param {string} root
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 * @param {Say} say
 */
async function installPackages(root, toolchain, say) {
  const { install } = readFingerprints(root);
  if (isUpToDate(root, 'install', install)) return;
  say(`Installing packages${existsSync(join(root, 'node_modules')) ? '' : ' (first time only, about 30 s)'}`);
  forgetDone(root, 'install');
  const offline = (await isRegistryReachable(root)) ? [] : ['--offline'];
  const args = ['install', '--frozen-lockfile', '--reporter=append-only', ...offline];
  const env = { pnpm_config_confirm_modules_purge: 'false', ...describeEnvironment(toolchain) };
  const { code, output } = await runQuietly(toolchain.pnpm, args, { cwd: root, env });
  if (code !== 0) throw new LaunchFailure(`The packages were not installed. ${explainFetchFailure(output)}`, output);
  recordDone(root, 'install', install);
}

/**
 * @param {string} root
 * @param {import('./toolchain.mjs').Toolchain} toolchain
 * @param {Say} say
 */
async function buildPackages(root, toolchain, say) {
  const { build } = readFingerprints(root);
  if (isBuilt(root, build)) return;
  say('Building what has changed (a few seconds)');
  forgetDone(root, 'build');
  for (const folder of findIncompleteOutputs(root)) forgetOutputs(root, folder);
  const { code, output } = await runQuietly(toolchain.pnpm, ['run', 'build'], {
    cwd: root,
    env: describeEnvironment(toolchain),
  });
  if (code !== 0) throw new LaunchFailure('The build failed.', output);
  recordDone(root, 'build', build);
}
