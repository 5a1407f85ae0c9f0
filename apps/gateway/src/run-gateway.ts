import { ConfigError, loadConfigFile, readEnvironment, resolveConfigPath } from '@multilane/config';
import { PortInUse } from '@multilane/http';
import { stopOnSignals } from '@multilane/process';
import { startGateway } from './bootstrap.js';

const HELP = `Multilane gateway: the data plane, /v1.

  GATEWAY_CONFIG=gateway.yaml PORT=8080 node apps/gateway/dist/main.js

Environment: GATEWAY_CONFIG (default gateway.yaml), PORT, HOST, LOG_LEVEL, DATABASE_URL, REDIS_URL, ENCRYPTION_KEY.
See docs/configuration.md for all variables and every key of the file. To check a file: pnpm gateway:check gateway.yaml
`;

/** Runs the gateway as a process of its own: from the environment's configuration, until a signal. */
export async function runGateway(): Promise<void> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    process.stdout.write(HELP);
    return;
  }
  try {
    const path = resolveConfigPath(readEnvironment());
    stopOnSignals(await startGateway({ ...loadConfigFile(path), path }));
  } catch (error) {
    const isExpected = error instanceof ConfigError || error instanceof PortInUse || isWrongKey(error);
    const words = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error);
    process.stderr.write(`The gateway cannot start.\n${words}\n`);
    process.exit(1);
  }
}

/** By its name: a gateway without a database loads nothing of `@multilane/persistence`. */
function isWrongKey(error: unknown): boolean {
  return error instanceof Error && error.name === 'WrongEncryptionKey';
}
