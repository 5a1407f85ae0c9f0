import { openDatabase, SecretBox } from '@multilane/persistence';
import { createLogger, Metrics } from '@multilane/telemetry';
import { createDatabaseSubjects } from './access/database-subjects.js';
import type { WorkspaceServices } from './workspace-services.js';
import type { WorkspaceSource } from './workspace-source.js';

const A_MINUTE_MS = 60_000;

/** Makes what every module may need; `close` ends it. The configuration has been checked. */
export async function createServices({
  config,
  embeddedFolder,
}: WorkspaceSource): Promise<WorkspaceServices & { close(): Promise<void> }> {
  const { logger, flush } = createLogger({ level: config.telemetry.log_level, service: 'workspace' });
  const metrics = new Metrics();
  metrics.collectProcessMetrics();
  const secretBox = SecretBox.fromKeys(config.encryption.key ?? '');
  const place = embeddedFolder === undefined ? { url: config.database.url ?? '' } : { folder: embeddedFolder };
  const database = await openDatabase({ ...place, secretBox });
  const { enabled, session_idle_minutes: idleMinutes } = config.auth.console;
  return {
    config,
    logger,
    metrics,
    database,
    subjects: createDatabaseSubjects(database, { consoleEnabled: enabled, idleMs: idleMinutes * A_MINUTE_MS }),
    workspaceFinder: {
      has: async (organizationId, id) => (await database.workspaces.find(organizationId, id)) !== undefined,
      list: async (organizationId, limit) => {
        const { data } = await database.workspaces.listPage(organizationId, { limit });
        return data.map(({ id }) => id);
      },
    },
    close: async () => {
      await database.close();
      await flush();
    },
  };
}
