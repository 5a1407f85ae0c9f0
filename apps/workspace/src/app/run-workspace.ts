import { ConfigError, loadConfigFile, readEnvironment, resolveConfigPath } from '@multilane/config';
import { PortInUse } from '@multilane/http';
import { DatabaseUnavailable, SchemaTooNew, WrongEncryptionKey } from '@multilane/persistence';
import { stopOnSignals } from '@multilane/process';
import { consoleSetupAddress } from '../ui/console-setup-address.js';
import { startWorkspace } from './bootstrap.js';

const HELP = `Multilane workspace: the control plane (/ui, /auth, /admin, /org, /scim).

  DATABASE_URL=postgres://… ENCRYPTION_KEY=… PORT=8081 node apps/workspace/dist/main.js

Environment: GATEWAY_CONFIG (default gateway.yaml), DATABASE_URL, ENCRYPTION_KEY, REDIS_URL, PORT, HOST, LOG_LEVEL.
See docs/configuration.md for all variables and every key of the file.
`;

/** Runs the workspace as a process of its own: from the environment's configuration, until a signal. */
export async function runWorkspace(): Promise<void> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    process.stdout.write(HELP);
    return;
  }
  try {
    const path = resolveConfigPath(readEnvironment());
    const loaded = loadConfigFile(path);
    const workspace = await startWorkspace({ ...loaded, path });
    stopOnSignals(workspace);
    const address = loaded.config.server.public_base_url?.replace(/\/+$/, '') ?? workspace.url;
    if (workspace.setupToken !== undefined) process.stdout.write(describeSetup(address, workspace.setupToken));
  } catch (error) {
    process.stderr.write(`The workspace cannot start.\n${describeProblem(error)}\n`);
    process.exit(1);
  }
}

/** Printed, not logged: logs are stored, and are read by more people than may own the install. */
function describeSetup(url: string, token: string): string {
  return (
    `\nNobody has an account yet. Open this address within a day to create the first owner:\n\n` +
    `  ${consoleSetupAddress(url, token)}\n\n` +
    `Or: POST ${url}/auth/setup  {"token": "…", "email": "…", "name": "…", "password": "…"}\n\n`
  );
}

function describeProblem(error: unknown): string {
  const isExpected = [ConfigError, DatabaseUnavailable, PortInUse, SchemaTooNew, WrongEncryptionKey].some(
    (kind) => error instanceof kind,
  );
  if (error instanceof Error && isExpected) return error.message;
  return error instanceof Error ? String(error.stack) : String(error);
}
