import { api } from '../../api/client.js';

const TRIES = 4;
const WAIT_MS = 700;

/**
 * Finds the cost of a streamed request: its head was sent before the cost was known, so the audit log is asked, a few times because records
 * are written in the background. Undefined if it has no price, or the person may not read the log.
 */
export async function findCost(workspaceId: string, requestId: string): Promise<number | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    const { data } = await api.get('/admin/audit', {
      query: { workspace_id: workspaceId, request_id: requestId, limit: 1 },
    });
    if (data[0]) return data[0].cost_usd ?? undefined;
  }
  return undefined;
}
