import type { Database, RateLimitPolicyRecord } from '@multilane/persistence';
import { type AnyLimit, compareCeilings, findCeilings, type LimitedCaller, PolicyIndex } from '@multilane/policy';
import { Inject, Injectable } from '@nestjs/common';
import { chooseReadableWorkspaces } from '../../access/choose-readable-workspaces.js';
import type { Requester } from '../../access/requester.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import type { RateLimitDryRunDto, RateLimitDryRunView } from './dto/rate-limit-dry-run.dto.js';
import { findAskedModel } from './find-asked-model.js';

const READ = 'gateway.ratelimits.read';

interface Matched {
  readonly policy: RateLimitPolicyRecord;
  readonly ceiling: AnyLimit;
}

/** Finds the limits of a request by the code that the gateway runs. It knows no counter. */
@Injectable()
export class RateLimitDryRuns {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  /** Fails with 404 for a workspace out of reach, and 400 for a name of no model. */
  async run(requester: Requester, dto: RateLimitDryRunDto): Promise<RateLimitDryRunView> {
    const { organizationId } = requester;
    const { workspace_id: workspaceId, model: name } = dto;
    await chooseReadableWorkspaces(requester, READ, workspaceId, this.database.workspaces);
    const place = { organizationId, workspaceId };
    const model =
      name === undefined
        ? undefined
        : await findAskedModel(this.database, this.services.declaredNames, place, { name, path: 'model' });
    const isComplete = requester.can(READ);
    const { rateLimitPolicies } = this.database;
    const policies = [
      ...(await rateLimitPolicies.listAll(organizationId, { workspaceId })),
      ...(isComplete ? await rateLimitPolicies.listAll(organizationId, { workspaceId: null }) : []),
    ];
    const models = model === undefined ? [] : [model.logicalName];
    const matched = policies.flatMap((policy) => matchPolicy(policy, toCaller(organizationId, dto), models));
    matched.sort((one, other) => compareCeilings(one.ceiling, other.ceiling));
    return {
      object: 'rate_limit_dry_run',
      model: model?.logicalName ?? null,
      limits: matched.map(viewLimit),
      is_complete: isComplete,
    };
  }
}

/** Builds the caller of a dry run. It has no limits of its own: those of teams and keys are shown with teams and keys. */
function toCaller(organization: string, dto: RateLimitDryRunDto): LimitedCaller {
  const { api_key_id: apiKeyId, service_account_id: serviceAccountId, team_id: teamId, user_id: userId } = dto;
  return {
    organization,
    workspaceId: dto.workspace_id,
    team: teamId === undefined ? undefined : { id: teamId, limits: undefined },
    serviceAccountId,
    userId,
    apiKey: apiKeyId === undefined ? undefined : { id: apiKeyId, limits: undefined, isApiKey: true },
  };
}

function matchPolicy(policy: RateLimitPolicyRecord, caller: LimitedCaller, models: readonly string[]): Matched[] {
  const index = new PolicyIndex();
  // Nothing waits in a dry run.
  index.add({ ...policy, queue: undefined });
  const { all, slots } = findCeilings(index, caller, models);
  return [...slots, ...all].map((ceiling) => ({ policy, ceiling }));
}

function viewLimit({ ceiling, policy }: Matched): RateLimitDryRunView['limits'][number] {
  const { limit, scope, unit } = ceiling;
  const windowSeconds = ceiling.unit === 'parallel' ? 0 : ceiling.windowSeconds;
  return { policy_id: policy.id, policy_name: policy.name, scope, unit, window_seconds: windowSeconds, limit };
}
