#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listExhaustive } from './launch/choose-tests.mjs';
import { LaunchFailure } from './launch/launch-failure.mjs';
import { describeEnvironment, prepareProject } from './launch/prepare-project.mjs';
import { endLike, Interrupted, runInForeground } from './launch/processes.mjs';
import { runTests } from './launch/run-tests.mjs';

const HELP = `Usage: node scripts/launch.mjs <command>

  start [arguments]         prepare the project and run the service (npm start)
  test [files] [options]    prepare the project and run every test, or those of the files (npm test)
  exhaustive                prepare the project and run every exhaustive test, and all of the console's (npm run test:exhaustive)
  run <script> [arguments]  run a script of package.json with the project's Node and pnpm

Needs Node 20 or newer and npm. Preparing means: fetch Node and pnpm where the machine lacks the right ones,
install the packages, build; each only when it has not been done for the files as they are now.
`;

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SERVICE = 'apps/standalone/dist/main.js';

/** @type {Record<string, (args: string[]) => Promise<import('./launch/processes.mjs').Ending>>} */
const COMMANDS = {
  async start(args) {
    const { node } = await prepareProject(ROOT, { build: true, say });
    if (!existsSync(join(ROOT, SERVICE))) throw new LaunchFailure(`The build made no ${SERVICE}.`);
    return runInForeground(node, [SERVICE, ...args], { cwd: ROOT, env: process.env });
  },

  async test(args) {
    const toolchain = await prepareProject(ROOT, { build: true, say });
    return runTests(ROOT, toolchain, args, say);
  },

  async exhaustive() {
    const toolchain = await prepareProject(ROOT, { build: true, say });
    return runTests(ROOT, toolchain, listExhaustive(ROOT), say, { browser: true });
  },

  async run(args) {
    if (args.length === 0) throw new LaunchFailure('Name the script to run.');
    const toolchain = await prepareProject(ROOT, { build: false, say });
    const env = describeEnvironment(toolchain);
    return runInForeground(toolchain.pnpm, ['run', ...args], { cwd: ROOT, env });
  },
};

/** @param {string} text one line of progress; standard output belongs to what is started */
function say(text) {
  process.stderr.write(`multilane: ${text}\n`);
}

/** @param {string[]} args */
async function launch([name = '--help', ...args]) {
  if (['--help', '-h', 'help'].includes(name)) {
    process.stdout.write(HELP);
    return;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw new LaunchFailure(`There is no command "${name}".`, HELP);
  endLike(await command(args[0] === '--' ? args.slice(1) : args));
}

try {
  await launch(process.argv.slice(2));
} catch (error) {
  if (error instanceof Interrupted) endLike({ code: null, signal: error.signal });
  else if (error instanceof LaunchFailure) {
    say(error.message);
    if (error.output !== '') process.stderr.write(`\n${error.output.trimEnd()}\n`);
    process.exitCode = 1;
  } else throw error;
}
