import { ConfigError, loadConfigFile, readEnvironment, resolveConfigPath } from '@multilane/config';
import { PortInUse } from '@multilane/http';
import { DatabaseUnavailable, WrongEncryptionKey } from '@multilane/persistence';
import { stopOnSignals } from '@multilane/process';
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
    const workspace = await startWorkspace({ ...loadConfigFile(path), path });
    stopOnSignals(workspace);
    if (workspace.setupToken !== undefined) process.stdout.write(describeSetup(workspace.url, workspace.setupToken));
  } catch (error) {
    process.stderr.write(`The workspace cannot start.\n${describeProblem(error)}\n`);
    process.exit(1);
  }
}

/** Printed, not logged: logs are stored, and are read by more people than may own the install. */
function describeSetup(url: string, token: string): string {
  return (
    `\nNobody has an account yet. Make the first owner within a day, with this setup token:\n\n  ${token}\n\n` +
    `  POST ${url}/auth/setup  {"token": "…", "email": "…", "name": "…", "password": "…"}\n\n`
  );
}

function describeProblem(error: unknown): string {
  const isExpected = [ConfigError, DatabaseUnavailable, PortInUse, WrongEncryptionKey].some(
    (kind) => error instanceof kind,
  );
  if (error instanceof Error && isExpected) return error.message;
  return error instanceof Error ? String(error.stack) : String(error);
}
