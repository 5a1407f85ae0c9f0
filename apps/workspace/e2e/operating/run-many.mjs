// Runs the built command line again and again in one process, for tests (cli-host.ts): each message is a command line, and is
// answered with what it printed and its exit code.
import { Readable } from 'node:stream';
import { runCli } from '../../dist/cli/run-cli.js';

/** @typedef {{ readonly args: readonly string[], readonly env: NodeJS.ProcessEnv, readonly stdin: string, readonly cwd: string }} CommandLine */

/** Takes the place of a process of its own. @param {CommandLine} line */
function become({ args, cwd, env, stdin }) {
  const printed = { stdout: '', stderr: '' };
  for (const name of /** @type {const} */ (['stdout', 'stderr'])) {
    process[name].write = (/** @type {string | Uint8Array} */ text) => {
      printed[name] += typeof text === 'string' ? text : Buffer.from(text).toString();
      return true;
    };
  }
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(stdin)]), configurable: true });
  process.argv = [process.execPath, 'workspace:cli', ...args];
  process.env = { ...env };
  process.exitCode = undefined;
  process.chdir(cwd);
  return printed;
}

process.on('message', async (/** @type {CommandLine} */ line) => {
  const printed = become(line);
  await runCli();
  const code = process.exitCode ?? 0;
  process.exitCode = undefined;
  process.send?.({ code, ...printed });
});
