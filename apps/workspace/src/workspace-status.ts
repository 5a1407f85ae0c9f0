import { readBuildStamp, type ServiceStatus } from '@multilane/http';
import type { WorkspaceServices } from './services/workspace-services.js';

/**
 * A database that has been away for longer than this makes the service unready (docs/contract/operations.md#readiness).
 * Milliseconds.
 */
const LONGEST_ABSENCE_MS = 30_000;

type StatusServices = Pick<WorkspaceServices, 'metrics' | 'database' | 'degradedChannel' | 'followed' | 'tasks'>;

/** Status of the workspace: it needs its database. */
export function workspaceStatus(
  { metrics, database, degradedChannel, followed, tasks }: StatusServices,
  now = () => performance.now(),
): ServiceStatus {
  // From the first check that failed: nobody may have asked for hours before.
  let awaySince: number | undefined;
  metrics.service.setDatabaseAwaySource(() => awaySince !== undefined);
  return {
    stamp: readBuildStamp('multilane-workspace', new URL('../', import.meta.url)),
    metrics,
    problem: async () => {
      if (await database.isAvailable()) awaySince = undefined;
      else awaySince ??= now();
      return awaySince !== undefined && now() - awaySince > LONGEST_ABSENCE_MS ? 'the database is away' : undefined;
    },
    degraded: () => {
      const failing = tasks.failing().map(({ task }) => task);
      return [...new Set([...(awaySince === undefined ? [] : ['postgres']), ...degradedChannel(), ...failing])];
    },
    describe: () => ({ needs_restart: followed.needRestart }),
  };
}
