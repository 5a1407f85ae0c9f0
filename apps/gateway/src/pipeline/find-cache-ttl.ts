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

/** A routing config decides for the requests that use it, whatever the policies say. */
function findWanted(context: RequestContext, { policies, ttlSeconds }: CacheRules): number | undefined {
  const { caller, routingConfig, snapshot } = context;
  const own = routingConfig?.entry.cache;
  if (own !== undefined) return own.enabled ? (own.ttl_seconds ?? ttlSeconds) : undefined;
  const organization = organizationOf(snapshot, caller);
  if (organization === undefined) return undefined;
  const { workspaceId } = caller;
  const teamName = teamOf(snapshot, caller)?.teamName;
  return policies.findTtl({ organizationId: organization.id, workspaceId, teamName }, namesOf(context));
}

/** What policies may call the model: every name of what the client asked for. */
function namesOf({ asked, model, routingConfig, virtualModel }: RequestContext): readonly string[] {
  if (virtualModel !== undefined) return virtualModel.names;
  // Which of a config's targets comes first may be chance.
  if (routingConfig?.hasTargets) return asked?.model === undefined ? NONE : [asked.model];
  return model?.names ?? NONE;
}

const NONE: readonly string[] = [];
