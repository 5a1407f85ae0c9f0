import type { Steps } from '@multilane/config';
import {
  type GatewayConfig,
  parseCachePolicyEntry,
  readSemanticSettings,
  type SemanticSettings,
} from '@multilane/config';
import type { SnapshotRows } from '@multilane/persistence';
import {
  CachePolicies,
  chooseStricter,
  joinRemoved,
  PlacedPolicies,
  type RemovedAnswers,
  type SemanticRules,
} from '@multilane/policy';
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
  const found: Found = {
    policies: new CachePolicies(),
    sharing: new CachePolicies(),
    semantic: new PlacedPolicies(chooseStricter),
    removed: new PlacedPolicies(joinRemoved),
  };
  let mayBeWanted = routingConfigs.some((routing) => routing.cache?.enabled);
  for (const policy of cache.policies) {
    add(found, cache.ttl_seconds, policy, { id: policy.name, organizationId: own.id, workspaceId: undefined });
    yield;
  }
  for (const row of rows?.policies ?? []) {
    if (!row.enabled) continue;
    if (row.kind === 'routing_config') mayBeWanted = true;
    if (row.kind !== 'cache') continue;
    const entry = readCachePolicy(row);
    const { id, organizationId, workspaceId } = row;
    if (entry) add(found, cache.ttl_seconds, entry, { id, organizationId, workspaceId: workspaceId ?? undefined });
    yield;
  }
  const { policies, removed, semantic, sharing } = found;
  if (!mayBeWanted && policies.isEmpty) return undefined;
  return {
    policies,
    sharing: sharing.isEmpty ? undefined : sharing,
    semantic: semantic.isEmpty ? undefined : semantic,
    removed: removed.isEmpty ? undefined : removed,
    ttlSeconds: cache.ttl_seconds,
  };
}

interface Found {
  readonly policies: CachePolicies;
  readonly sharing: CachePolicies;
  readonly semantic: PlacedPolicies<SemanticRules>;
  readonly removed: PlacedPolicies<RemovedAnswers>;
}

interface PolicyOrigin {
  /** Id of the policy; its name if it is of gateway.yaml. */
  readonly id: string;
  readonly organizationId: string | undefined;
  readonly workspaceId: string | undefined;
}

function add(
  { policies, removed, semantic, sharing }: Found,
  defaultTtlSeconds: number,
  entry: GatewayConfig['cache']['policies'][number],
  { id, organizationId, workspaceId }: PolicyOrigin,
): void {
  const { models, share_in_flight: isShared, teams, ttl_seconds: ttlSeconds = defaultTtlSeconds } = entry;
  const policy = { organizationId, workspaceId, teams, models, ttlSeconds };
  policies.add(policy);
  if (isShared) sharing.add(policy);
  const settings = readSemanticSettings(entry);
  if (settings !== undefined) semantic.put(policy, readRules(id, settings));
  const { purged_before: purgedBefore, removed_requests: requests = [] } = entry;
  if (purgedBefore === undefined && requests.length === 0) return;
  const until = purgedBefore === undefined ? undefined : Date.parse(purgedBefore);
  removed.put(policy, { requests: requests.length === 0 ? [] : [new Set(requests)], until });
}

function readRules(policy: string, settings: SemanticSettings): SemanticRules {
  return {
    policy,
    embeddingModel: settings.embedding_model,
    threshold: settings.threshold,
    turns: settings.turns,
    maxEntries: settings.max_entries,
    sharedBy: settings.shared_by,
    maxTemperature: settings.max_temperature,
    withToolResults: settings.include.includes('tool_results'),
    withMedia: settings.include.includes('media'),
    timeoutMs: settings.timeout_ms,
  };
}
