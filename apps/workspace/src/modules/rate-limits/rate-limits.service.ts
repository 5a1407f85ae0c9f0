import type { Permission } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { Database, Page, RateLimitPolicyChanges, RateLimitPolicyRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { choosePolicyPlaces } from '../../access/choose-readable-workspaces.js';
import { chooseWorkspace } from '../../access/choose-workspace.js';
import { findAccessible } from '../../access/find-accessible.js';
import type { Requester } from '../../access/requester.js';
import { refuseField } from '../../http/invalid-field.js';
import { toPageRequest } from '../../lists/list-query.dto.js';
import type { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { readQueue } from '../routing/read-queue.js';
import type { ListRateLimitsQuery } from './dto/list-rate-limits.query.js';
import type { CreateRateLimitDto, ReplaceRateLimitDto, UpdateRateLimitDto } from './dto/write-rate-limit.dto.js';
import { checkIdentity, findIdentity, type PolicyOwner } from './find-identity.js';
import { refuseChange } from './refuse-change.js';
import { resolveModel } from './resolve-model.js';

const READ = 'gateway.ratelimits.read';
const MANAGE = 'gateway.ratelimits.manage';

@Injectable()
export class RateLimitsService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  /** Fails with 403 for an organization's policy without the permission across the product, and 400 for what does not do. */
  async create(requester: Requester, query: WorkspaceQuery, dto: CreateRateLimitDto): Promise<RateLimitPolicyRecord> {
    const place = await this.choosePlace(requester, query, dto);
    const { organizationId, scope, workspaceId } = place;
    const ceilings = demandCeiling(ceilingsOf(dto));
    const identity = findIdentity(dto, scope);
    return this.database.change(requester.actor, async (change) => {
      if (workspaceId !== null) await change.models.lockWorkspace(workspaceId);
      if (identity !== undefined) await checkIdentity(change, place, identity, dto[identity] ?? '');
      const name = dto.model ?? undefined;
      const model =
        name === undefined ? null : await resolveModel(change.models, this.services.declaredNames, place, name);
      return change.rateLimitPolicies.create(organizationId, {
        ...ceilings,
        queue: readQueue(dto.queue ?? null, ceilings.maxParallel),
        name: dto.name,
        scope,
        workspaceId,
        teamId: dto.team_id ?? null,
        userId: dto.user_id ?? null,
        serviceAccountId: dto.service_account_id ?? null,
        apiKeyId: dto.api_key_id ?? null,
        model,
        appliesPer: dto.applies_per ?? 'shared',
        enabled: dto.enabled ?? true,
      });
    });
  }

  /** Fails with 404 for a workspace out of reach. */
  async list(requester: Requester, query: ListRateLimitsQuery): Promise<Page<RateLimitPolicyRecord>> {
    const { scope, model } = query;
    const workspaceId = await choosePolicyPlaces(requester, READ, query, this.database.workspaces);
    const { team_id: teamId, user_id: userId, service_account_id: serviceAccountId, api_key_id: apiKeyId } = query;
    const filters = { workspaceId, scope, model, teamId, userId, serviceAccountId, apiKeyId };
    return this.database.rateLimitPolicies.listPage(requester.organizationId, { ...toPageRequest(query), filters });
  }

  /** Fails with 404 for a policy that the requester may not see, and with 403 for one of which it may see no more. */
  async find(
    requester: Requester,
    id: string,
    toDo: Permission,
    { workspace_id: asked }: WorkspaceQuery,
  ): Promise<RateLimitPolicyRecord> {
    const need = { toSee: READ, toDo, asked } as const;
    const policy = await findAccessible(requester, need, (tenant) => this.database.rateLimitPolicies.find(tenant, id));
    if (policy === undefined) throw new GatewayError('not_found', { message: 'The policy does not exist.' });
    return policy;
  }

  /** Sets name, limits and `enabled`; what is left out gets its default. Fails with 400 for any other change. */
  replace(
    requester: Requester,
    id: string,
    query: WorkspaceQuery,
    dto: ReplaceRateLimitDto,
  ): Promise<RateLimitPolicyRecord> {
    return this.change(requester, id, query, dto, () => ({
      ...ceilingsOf(dto),
      queue: readQueue(dto.queue ?? null, dto.max_parallel ?? 0),
      name: dto.name,
      enabled: dto.enabled ?? true,
    }));
  }

  /** The same, but that what is left out keeps its value. */
  update(
    requester: Requester,
    id: string,
    query: WorkspaceQuery,
    dto: UpdateRateLimitDto,
  ): Promise<RateLimitPolicyRecord> {
    return this.change(requester, id, query, dto, (before) => ({
      ...ceilingsOf(dto, before),
      queue: readQueue(dto.queue, dto.max_parallel ?? before.maxParallel),
      name: dto.name,
      enabled: dto.enabled,
    }));
  }

  async remove(requester: Requester, id: string, query: WorkspaceQuery): Promise<void> {
    const { actor, organizationId } = requester;
    await this.find(requester, id, MANAGE, query);
    await this.database.change(actor, ({ rateLimitPolicies }) => rateLimitPolicies.remove(organizationId, id));
  }

  private async change(
    requester: Requester,
    id: string,
    query: WorkspaceQuery,
    dto: UpdateRateLimitDto,
    toChanges: (before: RateLimitPolicyRecord) => RateLimitPolicyChanges & Ceilings,
  ): Promise<RateLimitPolicyRecord> {
    const { actor, organizationId } = requester;
    await this.find(requester, id, MANAGE, query);
    return this.database.change(actor, async ({ rateLimitPolicies, models }) => {
      const before = await rateLimitPolicies.lock(organizationId, id);
      const { model } = dto;
      const isOtherName = typeof model === 'string' && model !== before.model;
      const meant = isOtherName ? await resolveModel(models, this.services.declaredNames, before, model) : model;
      refuseChange(before, { ...dto, model: meant });
      const changes = toChanges(before);
      demandCeiling(changes);
      return rateLimitPolicies.update(organizationId, id, changes);
    });
  }

  /** Chooses the scope of a new policy. By default it is the workspace that the credential reaches. */
  private async choosePlace(
    requester: Requester,
    query: WorkspaceQuery,
    { scope = 'workspace', workspace_id: sent }: CreateRateLimitDto,
  ): Promise<PolicyOwner> {
    const { organizationId, caller } = requester;
    if (scope === 'organization') {
      if (sent) throw refuseField({ path: 'workspace_id', message: 'belongs to policies of scope workspace' });
      requester.demand(MANAGE);
      return { organizationId, scope, workspaceId: null };
    }
    const asked = sent ?? query.workspace_id;
    const workspaceId = await chooseWorkspace(caller, MANAGE, asked, this.services.workspaceFinder);
    requester.demand(MANAGE, { workspaceId });
    return { organizationId, scope, workspaceId };
  }
}

type Ceilings = Required<Omit<RateLimitPolicyChanges, 'name' | 'enabled' | 'queue'>>;

const UNLIMITED: Ceilings = {
  requestsPerMinute: 0,
  requestsPerHour: 0,
  requestsPerDay: 0,
  tokensPerMinute: 0,
  tokensPerHour: 0,
  tokensPerDay: 0,
  maxParallel: 0,
};

/** The seven limits; one that is not sent is as it was. */
function ceilingsOf(dto: UpdateRateLimitDto, before: Ceilings = UNLIMITED): Ceilings {
  return {
    requestsPerMinute: dto.requests_per_minute ?? before.requestsPerMinute,
    requestsPerHour: dto.requests_per_hour ?? before.requestsPerHour,
    requestsPerDay: dto.requests_per_day ?? before.requestsPerDay,
    tokensPerMinute: dto.tokens_per_minute ?? before.tokensPerMinute,
    tokensPerHour: dto.tokens_per_hour ?? before.tokensPerHour,
    tokensPerDay: dto.tokens_per_day ?? before.tokensPerDay,
    maxParallel: dto.max_parallel ?? before.maxParallel,
  };
}

/** Fails with 400 if all seven are 0 (docs/contract/limits.md#policies). */
function demandCeiling(ceilings: Ceilings): Ceilings {
  const isSet = (Object.keys(UNLIMITED) as (keyof Ceilings)[]).some((name) => ceilings[name] > 0);
  if (isSet) return ceilings;
  throw refuseField({
    path: 'requests_per_minute',
    message: 'or another of the seven limits must be greater than 0',
  });
}
