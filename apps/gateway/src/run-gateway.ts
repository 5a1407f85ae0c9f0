import { ConfigError, loadConfigFile, readEnvironment, resolveConfigPath } from '@multilane/config';
import { PortInUse } from '@multilane/http';
import { stopOnSignals } from '@multilane/process';
import { GATEWAY_ROLES, type GatewayRole, startGateway } from './bootstrap.js';

const HELP = `Multilane gateway: the data plane, /v1.

  GATEWAY_CONFIG=gateway.yaml PORT=8080 node apps/gateway/dist/main.js [--role all|gateway|worker]

Roles: a gateway serves requests and runs no asynchronous jobs; a worker runs jobs and serves only /health, /ready, /version and
/metrics. The default does both. A worker needs a database.

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
    stopOnSignals(await startGateway({ ...loadConfigFile(path), path, role: readRole(process.argv) }));
  } catch (error) {
    const isExpected = error instanceof ConfigError || error instanceof PortInUse || isWrongKey(error);
    const words = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error);
    process.stderr.write(`The gateway cannot start.\n${words}\n`);
    process.exit(1);
  }
}

/** `--role worker` or `--role=worker`. */
function readRole(argv: readonly string[]): GatewayRole {
  const at = argv.findIndex((argument) => argument === '--role' || argument.startsWith('--role='));
  if (at === -1) return 'all';
  const given = argv[at]?.split('=', 2)[1] ?? argv[at + 1];
  const role = GATEWAY_ROLES.find((each) => each === given);
  if (role === undefined)
    throw new ConfigError('--role', [{ path: '', line: 0, message: `must be one of ${GATEWAY_ROLES.join(', ')}` }]);
  return role;
}

/** By its name: a gateway without a database loads nothing of `@multilane/persistence`. */
function isWrongKey(error: unknown): boolean {
  return error instanceof Error && error.name === 'WrongEncryptionKey';
}
