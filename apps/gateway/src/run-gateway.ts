import cluster from 'node:cluster';
import { ConfigError, loadConfigFile, readEnvironment, resolveConfigPath } from '@multilane/config';
import { stopOnSignals, WorkerFailed } from '@multilane/process';
import { countWorkerProcesses, runWorkerProcesses } from './processes/run-worker-processes.js';
import { receiveConfig } from './processes/share-config.js';
import type { ConfigSource } from './snapshot/following/follow-config.js';
import { GATEWAY_ROLES, type GatewayRole } from './start/gateway-role.js';

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
    const role = readRole(process.argv);
    if (cluster.isWorker) {
      await serve(await receiveConfig(path), role);
      return;
    }
    const source = { ...loadConfigFile(path), path };
    const workers = countWorkerProcesses(source.config);
    await (workers > 1 ? runWorkerProcesses(source, workers) : serve(source, role));
  } catch (error) {
    // The worker has said why.
    if (error instanceof WorkerFailed) process.exit(error.code);
    const isExpected = error instanceof ConfigError || (error instanceof Error && EXPECTED.has(error.name));
    const words = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error);
    process.stderr.write(`The gateway cannot start.\n${words}\n`);
    process.exit(1);
  }
}

async function serve(source: ConfigSource, role: GatewayRole): Promise<void> {
  // Loaded here: the process that only starts others does without its memory.
  const starting = import('./bootstrap.js').then(({ startGateway }) =>
    startGateway({ ...source, role, warmsUp: true }),
  );
  stopOnSignals(starting);
  await starting;
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

/** By their names: what throws them is loaded by the process that serves requests, if at all. */
const EXPECTED = new Set(['PortInUse', 'SchemaTooNew', 'WrongEncryptionKey']);
