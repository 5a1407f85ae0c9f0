import type { RoutingConfigEntry } from '@multilane/config';
import { readCacheControl } from '@multilane/policy';
import type { Endpoint } from '@multilane/providers';
import { organizationOf, teamOf } from '../snapshot/find-policy.js';
import type { CacheRules } from '../snapshot/snapshot.js';
import type { RequestContext } from './request-context.js';

/** Whose answers may be kept: what text, embedding and rerank models say. */
const KEPT: ReadonlySet<Endpoint> = new Set<Endpoint>(['chat', 'completions', 'messages', 'embeddings', 'rerank']);

/**
 * For how long the answer to a request is kept, in seconds; undefined where the cache has nothing to do with it: no policy
 * wants it kept, the client does not, or it is the answer of nobody whom it could be shared with.
 */
export function findCacheTtl(context: RequestContext): number | undefined {
  const { caller, exchange, plan, routingConfig, services, snapshot } = context;
  const { cache } = snapshot;
  if (cache === undefined || services.answers === undefined || plan === undefined || !KEPT.has(plan.endpoint)) {
    return undefined;
  }
  const organization = organizationOf(snapshot, caller);
  const teamName = teamOf(snapshot, caller)?.teamName;
  const { workspaceId } = caller;
  if (organization === undefined || (teamName === undefined && workspaceId === undefined)) return undefined;
  const from = { organizationId: organization.id, workspaceId, teamName };
  const wanted = routingConfig?.entry.cache;
  const ttlSeconds = wanted ? ttlOf(wanted, cache) : cache.policies.findTtl(from, plan.model.names);
  if (ttlSeconds === undefined || readCacheControl(exchange.headers['cache-control']) === 'bypass') return undefined;
  return ttlSeconds;
}

/** What a routing config says of the cache comes before the policies. */
function ttlOf(
  { enabled, ttl_seconds: ttlSeconds }: NonNullable<RoutingConfigEntry['cache']>,
  rules: CacheRules,
): number | undefined {
  return enabled ? (ttlSeconds ?? rules.ttlSeconds) : undefined;
}
