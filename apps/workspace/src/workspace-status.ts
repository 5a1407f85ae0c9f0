import { readBuildStamp, type ServiceStatus } from '@multilane/http';
import type { WorkspaceServices } from './workspace-services.js';

/** A database that has been away for longer than this makes the service unready (decisions section 10). Milliseconds. */
const LONGEST_ABSENCE_MS = 30_000;

/** What the workspace says about itself: it needs its database. */
export function workspaceStatus({ metrics, database }: WorkspaceServices, now = Date.now): ServiceStatus {
  let lastSeen = now();
  let isAway = false;
  return {
    stamp: readBuildStamp('multilane-workspace', new URL('../', import.meta.url)),
    metrics,
    problem: async () => {
      isAway = !(await database.isAvailable());
      if (!isAway) lastSeen = now();
      return now() - lastSeen > LONGEST_ABSENCE_MS ? 'the database is away' : undefined;
    },
    degraded: () => (isAway ? ['database'] : []),
  };
}
