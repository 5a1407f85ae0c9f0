import type { CrossCheck } from './config-node.js';

/** Bounds of a sink that an organization or a workspace has: gateways share their memory and their time among all of them. */
const MOST = { timeout_ms: 30_000, max_records: 1_000, max_kb: 2_048 } as const;

/** Checks what a sink of the API may not have that one of gateway.yaml may. */
export const checkTenantExport: CrossCheck = (sink, report) => {
  if (sink.at('kind').text === 'file') report(['kind'], 'must not be file, which is for gateway.yaml alone');
  for (const name of ['organizations', 'workspaces']) {
    const filter = sink.at('filter').at(name);
    if (filter.exists) report(filter.path, 'is for gateway.yaml alone: the sink has the records of its own place');
  }
  for (const field of [sink.at('timeout_ms'), sink.at('batch').at('max_records'), sink.at('batch').at('max_kb')]) {
    const most = MOST[field.path.at(-1) as keyof typeof MOST];
    if ((field.number ?? 0) > most) report(field.path, `must be at most ${most}`);
  }
};
