import { readCacheControl } from '@multilane/policy';
import type { Endpoint } from '@multilane/providers';
import { organizationOf, teamOf } from '../snapshot/find-policy.js';
import type { CacheRules } from '../snapshot/snapshot.js';
import type { RequestContext } from './request-context.js';

/** Whose answers may be kept: what text, embedding and rerank models say. */
const KEPT: ReadonlySet<Endpoint> = new Set<Endpoint>(['chat', 'completions', 'messages', 'embeddings', 'rerank']);

/**
 * For how long the answer to a request is kept, in seconds; undefined where the cache has nothing to do with it: neither a
 * routing config nor a policy wants it kept, the client does not, or it is the answer of nobody whom it could be shared with.
 */
export function findCacheTtl(context: RequestContext): number | undefined {
  const { caller, exchange, plan, services, snapshot } = context;
  const rules = snapshot.cache;
  if (rules === undefined || services.answers === undefined || plan === undefined || !KEPT.has(plan.endpoint)) {
    return undefined;
  }
  if (caller.workspaceId === undefined && teamOf(snapshot, caller) === undefined) return undefined;
  const ttlSeconds = findWanted(context, rules);
  if (ttlSeconds === undefined || readCacheControl(exchange.headers['cache-control']) === 'bypass') return undefined;
  return ttlSeconds;
}

function findWanted(
  { caller, model, routingConfig, snapshot }: RequestContext,
  { policies, ttlSeconds }: CacheRules,
): number | undefined {
  const organization = organizationOf(snapshot, caller);
  if (organization === undefined) return undefined;
  // What a routing config says of the cache comes before the policies.
  const wanted = routingConfig?.entry.cache;
  if (wanted !== undefined) return wanted.enabled ? (wanted.ttl_seconds ?? ttlSeconds) : undefined;
  const { workspaceId } = caller;
  const teamName = teamOf(snapshot, caller)?.teamName;
  return policies.findTtl({ organizationId: organization.id, workspaceId, teamName }, model?.names ?? NONE);
}

const NONE: readonly string[] = [];
