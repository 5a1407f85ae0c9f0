import { readFileSync } from 'node:fs';
import { createRequire, enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';

/** @typedef {import('@jest/types').Config.ProjectConfig} ProjectConfig */
/** @typedef {import('@jest/types').Config.GlobalConfig} GlobalConfig */
/** @typedef {{ path: string, globalConfig: GlobalConfig, config: ProjectConfig, modules: unknown }} Task */
/** @typedef {import('@jest/test-result').TestResult} TestResult */
/**
 * @typedef {{ result: TestResult, rssBytes: number } | { error: { message: string, stack: string } }} Outcome result of a file and memory of
 *   the process, or the reason why there is none
 */

// The program of a process that runs files of tests, one after the other, for shared-process-runner.mjs.

/** Jest replaces it while a file runs. */
const exit = process.exit.bind(process);

process.on('message', async (/** @type {Task} */ task) => {
  // A file that waits for nothing ends the process, instead of waiting for a message.
  process.channel?.unref();
  const outcome = await runFile(task);
  process.channel?.ref();
  // With its path, because a test may send messages as well.
  process.send?.({ file: task.path, outcome });
});
// Handlers of `exit` stop what the tests started, and handles that are still open hold nothing up.
process.once('disconnect', () => exit(0));

/** Ids of the projects whose files this process can run: one that runs files of integration tests may run those of e2e next. */
const known = new Set();

/**
 * @param {Task} task
 * @returns {Promise<Outcome>}
 */
async function runFile({ path, globalConfig, config, modules }) {
  enableCompileCache(join(config.cacheDirectory, 'packages'));
  const require = createRequire(import.meta.url);
  // The part of Jest's own runner that works in a process beside Jest's.
  const { setup, worker } = require(join(dirname(require.resolve('jest-runner')), 'testWorker.js'));
  try {
    if (!known.has(config.id)) await setup({ serializableResolvers: [{ config, serializableModuleMap: modules }] });
    known.add(config.id);
    const before = processorSeconds();
    const result = await worker({ config, globalConfig, path, context: {} });
    // The messages have all of it. Details hold values of tests, which may be such as no message can carry.
    for (const test of result.testResults) test.failureDetails = [];
    Object.assign(result, { processorSeconds: processorSeconds() - before });
    return { result, rssBytes: process.memoryUsage.rss() };
  } catch (error) {
    const { message, stack } = /** @type {Error} */ (error);
    return { error: { message, stack: stack ?? message } };
  }
}

/** Clock ticks of Linux in a second. */
const TICKS = 100;

/**
 * The processor time of this process and of those that it started and that have ended, where Linux says it; else its own.
 */
function processorSeconds() {
  if (process.platform === 'linux') {
    // The name of the program comes before, in brackets: user and system time are the 12th to the 15th word after it.
    const words = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return words.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}
