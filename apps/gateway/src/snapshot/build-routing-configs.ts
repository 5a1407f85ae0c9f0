import type { Steps } from '@multilane/config';
import { type GatewayConfig, parseRoutingConfigEntry } from '@multilane/config';
import type { SnapshotRows } from '@multilane/persistence';
import type { Internals } from './network/find-internals.js';
import { RoutingConfigIndex, ScopedRoutingConfig } from './routes/routing-configs.js';
import type { TargetStates } from './routes/target-states.js';
import { oncePerRow } from './rows/once-per-row.js';
import type { RoutingConfig, RoutingConfigs } from './snapshot.js';

const readRoutingConfig = oncePerRow(
  ({ definition, name }: SnapshotRows['policies'][number]) => parseRoutingConfigEntry({ ...definition, name }).entry,
);

/** Everything that X-Service-Config may name. A stored one that this version cannot read is as if it were not there. */
export function* buildRoutingConfigs(
  config: Pick<GatewayConfig, 'routing_configs'>,
  rows: Pick<SnapshotRows, 'policies'> | undefined,
  states: TargetStates,
  internals: Internals = new Map(),
): Steps<RoutingConfigs> {
  const declared = new Map<string, RoutingConfig>(
    config.routing_configs.map((entry) => [entry.name, new ScopedRoutingConfig(entry, states, internals)]),
  );
  const stored = new Map<string, Map<string, RoutingConfig>>();
  for (const row of rows?.policies ?? []) {
    const { kind, enabled, name, organizationId, workspaceId } = row;
    if (kind !== 'routing_config' || !enabled) continue;
    const entry = readRoutingConfig(row);
    const place = workspaceId ?? organizationId;
    const byName = stored.get(place) ?? new Map<string, RoutingConfig>();
    if (entry) stored.set(place, byName.set(name, new ScopedRoutingConfig(entry, states, undefined, place)));
    yield;
  }
  return new RoutingConfigIndex(declared, stored);
}
