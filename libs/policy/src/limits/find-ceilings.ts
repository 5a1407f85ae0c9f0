import {
  type Ceiling,
  type Ceilings,
  compareCeilings,
  type LimitScope,
  NO_CEILINGS,
  type SlotLimit,
  type SlotQueue,
} from './ceiling.js';
import type { LimitedCaller, LimitPolicy, MinuteLimits } from './limit-policy.js';
import type { PolicyIndex } from './policy-index.js';

/** Limits in the order in which they are found. */
interface Found {
  readonly ceilings: Ceiling[];
  readonly slots: SlotLimit[];
}

/** Owner of the requests that a counter counts. */
interface Counted {
  readonly scope: LimitScope;
  /** Part that tells this counter from the policy's others; empty: it is the only one. */
  readonly part: string;
}

/** The kinds of caller, in the order in which they replace one that a request does not have. */
const STAND_INS = ['service_account', 'user', 'api_key'] as const;

/**
 * Every limit that a request of the caller must stay under (docs/contract/limits.md#ceilings).
 *
 * @param models The logical names, each once, that a policy may name to count the request: of the model, or of a virtual model
 *   and the one that it leads to; none for a request that names none.
 */
export function findCeilings(
  policies: PolicyIndex | undefined,
  caller: LimitedCaller,
  models: readonly string[],
): Ceilings {
  const found: Found = { ceilings: [], slots: [] };
  const prefix = prefixOf(caller);
  if (caller.team) addMinuteLimits(found, 'team', `${prefix}:team:${caller.team.id}`, caller.team.limits);
  if (caller.apiKey) addMinuteLimits(found, 'api_key', `${prefix}:key:${caller.apiKey.id}`, caller.apiKey.limits);
  for (const policy of policies?.match(caller, models) ?? []) addPolicy(found, policy, caller, prefix);
  return sortCeilings(found);
}

/** Those of them that are the model's own: of the policies that name it. */
export function findModelCeilings(policies: PolicyIndex | undefined, caller: LimitedCaller, model: string): Ceilings {
  const found: Found = { ceilings: [], slots: [] };
  const prefix = prefixOf(caller);
  for (const policy of policies?.matchModel(caller, model) ?? []) addPolicy(found, policy, caller, prefix);
  return sortCeilings(found);
}

/** One hash tag an organization: one script may touch all of these keys, in a Redis Cluster too. */
function prefixOf({ organization }: LimitedCaller): string {
  return `ml:{${encodeURIComponent(organization)}}:limit`;
}

function sortCeilings({ ceilings, slots }: Found): Ceilings {
  if (ceilings.length === 0 && slots.length === 0) return NO_CEILINGS;
  ceilings.sort(compareCeilings);
  slots.sort(compareCeilings);
  const requests = ceilings.filter(({ unit }) => unit === 'requests');
  const tokens = ceilings.filter(({ unit }) => unit === 'tokens');
  return { requests, tokens, all: [...requests, ...tokens], slots };
}

function addMinuteLimits(
  found: Found,
  scope: LimitScope,
  counter: string,
  { maxParallel = 0, queue, requestsPerMinute, tokensPerMinute }: MinuteLimits = UNLIMITED,
): void {
  addSlots(found, scope, counter, maxParallel, queue);
  addCeiling(found, { scope, unit: 'requests', windowSeconds: 60, limit: requestsPerMinute, counter });
  addCeiling(found, { scope, unit: 'tokens', windowSeconds: 60, limit: tokensPerMinute, counter });
}

const UNLIMITED: MinuteLimits = { requestsPerMinute: 0, tokensPerMinute: 0 };

function addPolicy(found: Found, policy: LimitPolicy, caller: LimitedCaller, prefix: string): void {
  const { scope, part } = findCounted(policy, caller);
  const counter = `${prefix}:policy:${policy.id}${part}`;
  addSlots(found, scope, counter, policy.maxParallel ?? 0, policy.queue);
  addCeiling(found, { scope, unit: 'requests', windowSeconds: 60, limit: policy.requestsPerMinute, counter });
  addCeiling(found, { scope, unit: 'requests', windowSeconds: 3600, limit: policy.requestsPerHour, counter });
  addCeiling(found, { scope, unit: 'requests', windowSeconds: 86400, limit: policy.requestsPerDay, counter });
  addCeiling(found, { scope, unit: 'tokens', windowSeconds: 60, limit: policy.tokensPerMinute, counter });
  addCeiling(found, { scope, unit: 'tokens', windowSeconds: 3600, limit: policy.tokensPerHour, counter });
  addCeiling(found, { scope, unit: 'tokens', windowSeconds: 86400, limit: policy.tokensPerDay, counter });
}

/** Each window of each unit has a counter of its own. 0 is unlimited. */
function addCeiling(found: Found, ceiling: Ceiling): void {
  if (!(ceiling.limit > 0)) return;
  found.ceilings.push({ ...ceiling, counter: `${ceiling.counter}:${ceiling.unit}:${ceiling.windowSeconds}` });
}

function addSlots(found: Found, scope: LimitScope, counter: string, limit: number, queue: SlotQueue | undefined): void {
  if (!(limit > 0)) return;
  const slots: SlotLimit = { scope, unit: 'parallel', limit, counter: `${counter}:parallel` };
  found.slots.push(queue === undefined ? slots : { ...slots, queue });
}

/**
 * Finds the owner of the policy's counter, which is the scope that a rejection names: that of `appliesPer`, else of the
 * identity that the policy names, else of the place it governs. A caller that has nothing of the kind that is counted
 * is counted apart by what it is itself, so that nobody escapes a policy by having no user or no team.
 */
function findCounted(policy: LimitPolicy, caller: LimitedCaller): Counted {
  if (policy.appliesPer === 'shared') return { scope: sharedScope(policy), part: '' };
  const own = partOf(policy.appliesPer, caller);
  if (own !== undefined) return { scope: policy.appliesPer, part: own };
  for (const kind of STAND_INS) {
    const part = partOf(kind, caller);
    if (part !== undefined) return { scope: kind, part };
  }
  return { scope: sharedScope(policy), part: '' };
}

function partOf(
  kind: 'team' | (typeof STAND_INS)[number],
  { team, userId, serviceAccountId, apiKey }: LimitedCaller,
): string | undefined {
  switch (kind) {
    case 'team':
      return team && `:team:${team.id}`;
    case 'user':
      return userId && `:user:${userId}`;
    case 'service_account':
      return serviceAccountId && `:service_account:${serviceAccountId}`;
    case 'api_key':
      return apiKey?.isApiKey ? `:api_key:${apiKey.id}` : undefined;
  }
}

function sharedScope({ scope, teamId, userId, serviceAccountId, apiKeyId }: LimitPolicy): LimitScope {
  if (teamId !== null) return 'team';
  if (userId !== null) return 'user';
  if (serviceAccountId !== null) return 'service_account';
  if (apiKeyId !== null) return 'api_key';
  return scope;
}
