import { styleText } from 'node:util';
import { ConfigError, readEnvironment } from '@multilane/config';
import { stopOnSignals, useCompileCache } from '@multilane/process';
import { DATA_FOLDER, prepareDataFolder } from './data/data-folder.js';
import { lockFolder } from './data/lock-folder.js';
import { type Arguments, HELP, readArguments } from './read-arguments.js';
import { StartError } from './start-error.js';
import { writeWelcome } from './welcome/write-welcome.js';

const WRONG_USAGE = 2;

async function main({ help, simulator }: Arguments): Promise<void> {
  if (help) {
    process.stdout.write(HELP);
    return;
  }
  const environment = readEnvironment();
  prepareDataFolder(DATA_FOLDER);
  process.once('exit', lockFolder(DATA_FOLDER));
  // Nothing has to be finished until the gateway runs; leaving through `exit` gives the folder back.
  const leave = (): void => process.exit(0);
  process.on('SIGINT', leave).on('SIGTERM', leave);
  // Loaded last: neither help nor a folder that is in use should wait for two services to be read.
  useCompileCache(import.meta.url);
  const { startStandalone } = await import('./start-standalone.js');
  const { service, welcome } = await startStandalone({ environment, folder: DATA_FOLDER, simulator });
  // In this order: a signal that came while the database was being made is lost when nobody listens for a moment.
  stopOnSignals(service);
  process.off('SIGINT', leave).off('SIGTERM', leave);
  const coloured = process.stdout.isTTY && !environment.NO_COLOR;
  process.stdout.write(
    writeWelcome(welcome, (text) => (coloured ? styleText('bold', text, { validateStream: false }) : text)),
  );
}

function parseArguments(): Arguments {
  try {
    return readArguments(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    process.exit(WRONG_USAGE);
  }
}

main(parseArguments()).catch((error: unknown) => {
  const isExpected = error instanceof StartError || error instanceof ConfigError;
  const words = isExpected ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`Multilane cannot start.\n${words}\n`);
  process.exit(1);
});
