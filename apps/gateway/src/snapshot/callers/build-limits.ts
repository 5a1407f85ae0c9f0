import type { Caller } from '@multilane/auth';
import type { GatewayConfig, Steps } from '@multilane/config';
import type { SnapshotRows } from '@multilane/persistence';
import {
  type Ceilings,
  findCeilings,
  findModelCeilings,
  type LimitedCaller,
  type LimitedTeam,
  NO_CEILINGS,
  PolicyIndex,
} from '@multilane/policy';
import { teamOf } from '../find-policy.js';
import { readQueue } from '../routes/own-slots.js';
import { LastMade, noProblems } from '../rows/last-made.js';
import type { Snapshot, SnapshotLimits } from '../snapshot.js';

/** Limits of each caller, cached as long as both the caller and the snapshot exist. */
class RememberedLimits implements SnapshotLimits {
  private readonly found = new WeakMap<Caller, Map<string, Ceilings>>();

  constructor(
    readonly backend: SnapshotLimits['backend'],
    private readonly policies: PolicyIndex | undefined,
  ) {}

  find(snapshot: Snapshot, caller: Caller, model: string | undefined, virtualModel?: string): Ceilings {
    const ofCaller = this.foundOf(caller);
    // No name of a model holds a line break.
    const key = virtualModel === undefined ? (model ?? '') : `${model ?? ''}\n${virtualModel}`;
    let ceilings = ofCaller.get(key);
    if (ceilings === undefined) {
      const names = new Set([model, virtualModel].filter((name) => name !== undefined));
      ceilings = findCeilings(this.policies, describeCaller(snapshot, caller), [...names]);
      ofCaller.set(key, ceilings);
    }
    return ceilings;
  }

  findOfModel(snapshot: Snapshot, caller: Caller, model: string): Ceilings {
    if (this.policies === undefined) return NO_CEILINGS;
    const ofCaller = this.foundOf(caller);
    const key = `\n\n${model}`;
    let ceilings = ofCaller.get(key);
    if (ceilings === undefined) {
      ceilings = findModelCeilings(this.policies, describeCaller(snapshot, caller), model);
      ofCaller.set(key, ceilings);
    }
    return ceilings;
  }

  private foundOf(caller: Caller): Map<string, Ceilings> {
    let ofCaller = this.found.get(caller);
    if (ofCaller === undefined) {
      ofCaller = new Map();
      this.found.set(caller, ofCaller);
    }
    return ofCaller;
  }
}

/** Ten thousand policies cost a request what ten do: they are indexed by what they name. */
export function* buildLimits(
  config: Pick<GatewayConfig, 'rate_limits'>,
  rows: Pick<SnapshotRows, 'rateLimitPolicies'> | undefined,
  last = new LastMade<PolicyIndex | undefined>(),
): Steps<SnapshotLimits> {
  const policies = rows?.rateLimitPolicies ?? NO_POLICIES;
  const index = yield* last.find([policies], noProblems, () => indexPolicies(policies));
  // The limits of a caller depend on the caller's team too, which may be another one in the next snapshot.
  return new RememberedLimits(config.rate_limits.backend, index);
}

const NO_POLICIES: SnapshotRows['rateLimitPolicies'] = [];

function* indexPolicies(policies: SnapshotRows['rateLimitPolicies']): Steps<PolicyIndex | undefined> {
  if (policies.length === 0) return undefined;
  const index = new PolicyIndex();
  for (const policy of policies) {
    index.add({ ...policy, queue: readQueue(policy.queue ?? undefined) });
    yield;
  }
  return index;
}

function describeCaller(snapshot: Snapshot, caller: Caller): LimitedCaller {
  const { organizationId, workspaceId, serviceAccountId, userId, credentialType, credentialId, limits } = caller;
  const isApiKey = credentialType === 'api_key';
  return {
    organization: organizationId ?? snapshot.ownOrganization.id ?? snapshot.ownOrganization.name,
    workspaceId,
    team: describeTeam(snapshot, caller),
    serviceAccountId,
    userId,
    apiKey: isApiKey || limits ? { id: credentialId ?? nameKey(caller), limits, isApiKey } : undefined,
  };
}

function describeTeam(snapshot: Snapshot, caller: Caller): LimitedTeam | undefined {
  const team = teamOf(snapshot, caller);
  const id = team?.teamId ?? caller.teamId;
  const name = team?.teamName ?? caller.teamName;
  if (id !== undefined) return { id, limits: team?.limits };
  return name === undefined ? undefined : { id: `name=${encodeURIComponent(name)}`, limits: team?.limits };
}

/** A key of gateway.yaml, whose name is unique in its team. */
function nameKey({ teamName = '', keyName }: Caller): string {
  return `name=${encodeURIComponent(teamName)}/${encodeURIComponent(keyName)}`;
}
