import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { cleanEnvironment } from './environment.mjs';
import { isNetworkFailure, LaunchFailure } from './launch-failure.mjs';
import { runQuietly } from './processes.mjs';
import { MINIMUM_NODE } from './versions.mjs';

/**
 * Runs the npm that is there already; its own settings say which registry it talks to and how.
 *
 * @param {string} root of the project
 * @param {readonly string[]} args
 */
export async function runNpm(root, args) {
  const [file, ...first] = findNpm();
  const surroundings = { cwd: root, env: cleanEnvironment(process.env) };
  try {
    return await runQuietly(file, [...first, ...args, '--loglevel=error', '--no-update-notifier'], surroundings);
  } catch (error) {
    if (!(error instanceof LaunchFailure)) throw error;
    throw new LaunchFailure(
      'npm was not found; it is needed to fetch what the project runs on. Install npm, or Node ' +
        `${MINIMUM_NODE} or newer together with npm, and start again.`,
    );
  }
}

/**
 * Asks the registry for a sign of life. An answer that it does not know the question counts as one.
 *
 * @param {string} root of the project
 */
export async function isRegistryReachable(root) {
  const { code, output } = await runNpm(root, ['ping', '--fetch-retries=1', '--fetch-retry-mintimeout=1000']);
  return code === 0 || !isNetworkFailure(output);
}

/**
 * Under `npm start`, npm names its own script: that one works even where npm is not in PATH.
 *
 * @returns {[file: string, ...args: string[]]}
 */
function findNpm() {
  const script = process.env.npm_execpath;
  if (script !== undefined && basename(script) === 'npm-cli.js' && existsSync(script))
    return [process.execPath, script];
  return ['npm'];
}
