import type { Steps } from '@multilane/config';
import { type GatewayConfig, parseRoutingConfigEntry } from '@multilane/config';
import type { SnapshotRows } from '@multilane/persistence';
import type { Internals } from './find-internals.js';
import { RoutingConfigIndex, ScopedRoutingConfig } from './routing-configs.js';
import type { RoutingConfig, RoutingConfigs } from './snapshot.js';
import type { TargetStates } from './target-states.js';

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
  for (const { kind, enabled, name, definition, organizationId, workspaceId } of rows?.policies ?? []) {
    if (kind !== 'routing_config' || !enabled) continue;
    const { entry } = parseRoutingConfigEntry({ ...definition, name });
    const place = workspaceId ?? organizationId;
    const byName = stored.get(place) ?? new Map<string, RoutingConfig>();
    if (entry) stored.set(place, byName.set(name, new ScopedRoutingConfig(entry, states)));
    yield;
  }
  return new RoutingConfigIndex(declared, stored);
}
