import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import type { CliContext } from '../context.js';
import { CommandFailure, EXIT } from '../exit-codes.js';

/** The built services, within a folder of Multilane. */
const SERVICE = join('apps', 'standalone', 'dist', 'main.js');

export function addStartCommand(program: Command, context: CliContext): void {
  const command = program
    .command('start')
    .description('Runs both services in this folder, as `npm start` does. Needs the folder of a built Multilane.')
    .option('--home <folder>', 'the folder of Multilane (MULTILANE_HOME, or a folder above this one)')
    .option('--simulator', 'add the built-in simulator to the detected providers');
  command.action(async () => {
    const { home, simulator } = command.opts<{ home?: string; simulator?: boolean }>();
    const service = findService(home ?? context.environment.MULTILANE_HOME);
    context.exitCode = await run(service, simulator ? ['--simulator'] : [], context);
  });
}

/** @throws CommandFailure if the services are not there */
function findService(home: string | undefined): string {
  const starts = home === undefined ? [process.cwd(), dirname(fileURLToPath(import.meta.url))] : [home];
  for (const start of starts) {
    for (let folder = start; ; folder = dirname(folder)) {
      const path = join(folder, SERVICE);
      if (existsSync(path)) return path;
      if (home !== undefined || dirname(folder) === folder) break;
    }
  }
  throw new CommandFailure(
    'This package contains no services. Name the folder of a built Multilane with --home or MULTILANE_HOME, or run the image.',
  );
}

function run(service: string, args: readonly string[], { signal, environment }: CliContext): Promise<0 | 1> {
  const child = spawn(process.execPath, [service, ...args], { stdio: 'inherit', env: { ...environment } });
  // The terminal interrupts both; a signal to this process alone is passed on.
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0 ? EXIT.done : EXIT.failed));
  });
}
