import { readCacheControl } from '@multilane/policy';
import type { AskedRequest, PlannedRequest } from '../recording/request-parts.js';
import { organizationOf, teamOf } from '../snapshot/find-policy.js';
import type { CacheRules } from '../snapshot/snapshot.js';
import type { RequestContext } from './request-context.js';

/**
 * For how long the answer to a request is kept, in seconds; undefined where the cache has nothing to do with it: neither a
 * routing config nor a policy wants it kept, the client does not, or it is the answer of nobody whom it could be shared with.
 */
export function findCacheTtl({ asked, planned, services }: RequestContext): number | undefined {
  const { caller, snapshot } = asked;
  const { plan } = planned;
  const rules = snapshot.cache;
  if (rules === undefined || services.answers === undefined || plan === undefined || !plan.format.isCacheable) {
    return undefined;
  }
  if (caller.workspaceId === undefined && teamOf(snapshot, caller) === undefined) return undefined;
  const ttlSeconds = findWanted(asked, planned, rules);
  if (ttlSeconds === undefined || readCacheControl(asked.header('cache-control')) === 'bypass') return undefined;
  return ttlSeconds;
}

/** A routing config decides for the requests that use it, whatever the policies say. */
function findWanted(
  asked: AskedRequest,
  planned: PlannedRequest,
  { policies, ttlSeconds }: CacheRules,
): number | undefined {
  const { caller, routingConfig, snapshot } = asked;
  const own = routingConfig?.entry.cache;
  if (own !== undefined) return own.enabled ? (own.ttl_seconds ?? ttlSeconds) : undefined;
  const organization = organizationOf(snapshot, caller);
  if (organization === undefined) return undefined;
  const { workspaceId } = caller;
  const teamName = teamOf(snapshot, caller)?.teamName;
  return policies.findTtl({ organizationId: organization.id, workspaceId, teamName }, namesOf(asked, planned.model));
}

/** What policies may call the model: every name of what the client asked for. */
function namesOf(
  { request, routingConfig, virtualModel }: AskedRequest,
  model: PlannedRequest['model'],
): readonly string[] {
  if (virtualModel !== undefined) return virtualModel.names;
  // Which of a config's targets comes first may be chance.
  if (routingConfig?.hasTargets) return request?.model === undefined ? NONE : [request.model];
  return model?.names ?? NONE;
}

const NONE: readonly string[] = [];
