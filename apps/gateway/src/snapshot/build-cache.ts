import type { Steps } from '@multilane/config';
import { type GatewayConfig, parseCachePolicyEntry } from '@multilane/config';
import type { SnapshotRows } from '@multilane/persistence';
import { CachePolicies } from '@multilane/policy';
import { oncePerRow } from './rows/once-per-row.js';
import type { CacheRules, Organization } from './snapshot.js';

const readCachePolicy = oncePerRow(
  ({ definition, name }: SnapshotRows['policies'][number]) => parseCachePolicyEntry({ ...definition, name }).entry,
);

/**
 * The cache policies of gateway.yaml, which hold for its own organization, and those of the database; undefined where
 * no policy caches anything. A policy that this version cannot read caches nothing.
 */
export function* buildCache(
  { cache, routing_configs: routingConfigs }: Pick<GatewayConfig, 'cache' | 'routing_configs'>,
  rows: Pick<SnapshotRows, 'policies'> | undefined,
  own: Organization,
): Steps<CacheRules | undefined> {
  if (cache.backend === 'off') return undefined;
  const found = { policies: new CachePolicies(), sharing: new CachePolicies() };
  let mayBeWanted = routingConfigs.some((routing) => routing.cache?.enabled);
  for (const policy of cache.policies) {
    add(found, cache.ttl_seconds, policy, own.id, undefined);
    yield;
  }
  for (const row of rows?.policies ?? []) {
    if (!row.enabled) continue;
    if (row.kind === 'routing_config') mayBeWanted = true;
    if (row.kind !== 'cache') continue;
    const entry = readCachePolicy(row);
    if (entry) add(found, cache.ttl_seconds, entry, row.organizationId, row.workspaceId ?? undefined);
    yield;
  }
  const { policies, sharing } = found;
  if (!mayBeWanted && policies.isEmpty) return undefined;
  return { policies, sharing: sharing.isEmpty ? undefined : sharing, ttlSeconds: cache.ttl_seconds };
}

function add(
  { policies, sharing }: Record<'policies' | 'sharing', CachePolicies>,
  defaultTtlSeconds: number,
  {
    models,
    share_in_flight: isShared,
    teams,
    ttl_seconds: ttlSeconds = defaultTtlSeconds,
  }: GatewayConfig['cache']['policies'][number],
  organizationId: string | undefined,
  workspaceId: string | undefined,
): void {
  const policy = { organizationId, workspaceId, teams, models, ttlSeconds };
  policies.add(policy);
  if (isShared) sharing.add(policy);
}
