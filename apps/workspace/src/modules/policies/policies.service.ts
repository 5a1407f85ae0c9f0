import type { Permission } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import {
  type Change,
  ConflictError,
  type Database,
  type Page,
  type PolicySecrets,
  type StoredPolicyRecord,
} from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { choosePolicyPlaces } from '../../access/choose-readable-workspaces.js';
import { findAccessible } from '../../access/find-accessible.js';
import type { Requester } from '../../access/requester.js';
import { refuseField } from '../../http/invalid-field.js';
import { toPageRequest } from '../../lists/list-query.dto.js';
import type { PolicyListQuery } from '../../lists/policy-list.query.js';
import type { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { AllowedNetworksService } from '../providers/allowed-networks.service.js';
import type { PolicyOwner } from './asked-change.js';
import { checkReferences } from './check-references.js';
import { checkScopeValue } from './check-scope-value.js';
import type { PolicyFieldsDto } from './dto/policy-fields.dto.js';
import { findRouteForGuardrail } from './find-referrer.js';
import type { Fields, KindRules } from './policy-kinds.js';
import { checkerOf, type PolicyValues, readPolicy } from './read-policy.js';

/** Policies that gateway.yaml can declare too, of one kind at a time. */
@Injectable()
export class PoliciesService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
    @Inject(AllowedNetworksService) private readonly network: AllowedNetworksService,
  ) {}

  /** Fails with 403 for one of the organization without the permission across the product, 400 and 409 for what does not do. */
  async create(
    rules: KindRules,
    requester: Requester,
    query: WorkspaceQuery,
    dto: PolicyFieldsDto & { readonly name: string },
  ): Promise<StoredPolicyRecord> {
    const { workspace_id: sent, enabled, ...fields } = toPlain(dto);
    const { declaredNames: declared } = this.services;
    const place = await this.choosePlace(rules, requester, sent as string | null | undefined, query);
    const { organizationId, workspaceId } = place;
    const values = await readPolicy(rules, fields as Fields & { name: string }, this.network.allowed);
    return inTermsOf(
      this.database.change(requester.actor, async (change) => {
        await this.check(change, rules, place, values);
        const after = { ...values, enabled: (enabled as boolean | undefined) ?? true };
        await rules.checkChange?.(change, { requester, declared, place, before: undefined, after });
        return change.policies.create(organizationId, {
          kind: rules.kind,
          workspaceId,
          name: values.name,
          definition: values.definition,
          enabled: after.enabled,
          secrets: toSecrets(values.headers),
        });
      }),
    );
  }

  /** Fails with 404 for a workspace out of reach. */
  async list(
    { kind, read }: KindRules,
    requester: Requester,
    query: PolicyListQuery,
  ): Promise<Page<StoredPolicyRecord>> {
    const { workspaces, policies } = this.database;
    const workspaceId = await choosePolicyPlaces(requester, read, query, workspaces);
    return policies.listPage(requester.organizationId, { ...toPageRequest(query), filters: { kind, workspaceId } });
  }

  /** Fails with 404 for a policy that the requester may not see, and with 403 for one of which it may see no more. */
  async find(
    rules: KindRules,
    requester: Requester,
    id: string,
    toDo: Permission,
    { workspace_id: asked }: WorkspaceQuery,
  ): Promise<StoredPolicyRecord> {
    const { kind, noun, read: toSee } = rules;
    const policy = await findAccessible(requester, { toSee, toDo, asked }, async (organizationId) => {
      const found = await this.database.policies.find(organizationId, id);
      return found?.kind === kind ? found : undefined;
    });
    if (policy === undefined) throw noSuchPolicy(noun);
    return policy;
  }

  /** Updates a policy. Omitted fields stay. Fails as `create` does, and if stored headers would go to another host. */
  async update(
    rules: KindRules,
    requester: Requester,
    id: string,
    query: WorkspaceQuery,
    dto: PolicyFieldsDto,
  ): Promise<StoredPolicyRecord> {
    const { workspace_id: workspaceId, ...sent } = toPlain(dto);
    return this.edit(rules, requester, id, query, (before) => {
      if (workspaceId === undefined || workspaceId === before.workspaceId) return sent;
      throw refuseField({ path: 'workspace_id', message: 'cannot be changed after creation' });
    });
  }

  /** Updates a policy by what it is: `fieldsFor` gives the fields to replace, and runs while no one else changes it. */
  async edit(
    rules: KindRules,
    requester: Requester,
    id: string,
    query: WorkspaceQuery,
    fieldsFor: (before: StoredPolicyRecord) => Fields,
  ): Promise<StoredPolicyRecord> {
    const { organizationId, actor } = requester;
    const { declaredNames: declared } = this.services;
    await this.find(rules, requester, id, rules.manage, query);
    return inTermsOf(
      this.database.change(actor, async (change) => {
        await change.policies.lockAll(organizationId);
        const before = await change.policies.lock(organizationId, id);
        const { enabled, ...sent } = fieldsFor(before);
        const fields = { name: before.name, ...before.definition, ...sent };
        const values = await readPolicy(rules, fields, this.network.allowed);
        await this.check(change, rules, before, values);
        const after = { ...values, enabled: (enabled as boolean | undefined) ?? before.enabled };
        await rules.checkChange?.(change, { requester, declared, place: before, before, after });
        if (values.name !== before.name) await refuseIfNeeded(change, before);
        return change.policies.update(organizationId, id, {
          name: values.name,
          enabled: enabled as boolean | undefined,
          definition: values.definition,
          secrets: toNewSecrets(before, values),
        });
      }),
    );
  }

  /** Fails with 409 for a guardrail that a routing config names. */
  async remove(rules: KindRules, requester: Requester, id: string, query: WorkspaceQuery): Promise<void> {
    const { organizationId, actor } = requester;
    const { declaredNames: declared } = this.services;
    await this.find(rules, requester, id, rules.manage, query);
    await this.database.change(actor, async (change) => {
      await change.policies.lockAll(organizationId);
      const policy = await change.policies.lock(organizationId, id);
      await refuseIfNeeded(change, policy);
      await rules.checkChange?.(change, { requester, declared, place: policy, before: policy, after: undefined });
      await change.policies.remove(organizationId, id);
    });
  }

  /** Checks that the objects which the policy names exist; locks them until the end of the change. */
  private async check(
    change: Change,
    rules: KindRules,
    place: PolicyOwner,
    { definition }: PolicyValues,
  ): Promise<void> {
    const { organizationId, workspaceId } = place;
    await change.policies.lockAll(organizationId);
    if (workspaceId !== null) await change.models.lockWorkspace(workspaceId);
    const references = rules.referencesOf(definition);
    await checkReferences(change, this.services.declaredNames, place, rules, references);
    const { subject } = references;
    if (subject !== undefined) await checkScopeValue(change, place, subject.scope, subject.value);
  }

  /** Chooses the place of a new policy: `workspace_id` of the body, or else of the query, or else the workspace of the credential. */
  private async choosePlace(
    { manage }: KindRules,
    requester: Requester,
    sent: string | null | undefined,
    { workspace_id: asked }: WorkspaceQuery,
  ): Promise<PolicyOwner> {
    const { organizationId, caller } = requester;
    const workspaceId = sent === undefined ? (asked ?? caller.workspaceId ?? null) : sent;
    requester.demand(manage, workspaceId === null ? {} : { workspaceId });
    if (workspaceId !== null && !(await this.database.workspaces.find(organizationId, workspaceId))) {
      throw new GatewayError('not_found', { param: 'workspace_id', message: 'The workspace does not exist.' });
    }
    return { organizationId, workspaceId };
  }
}

/** Returns a body as plain data; undefined was left out, null takes away. */
function toPlain(dto: object): Fields {
  return JSON.parse(JSON.stringify(dto)) as Fields;
}

function toSecrets(headers: PolicySecrets['headers'] | undefined): PolicySecrets | null {
  return headers === undefined || Object.keys(headers).length === 0 ? null : { headers };
}

/** Headers that are not sent again stay, but for another host: who may change an address must not be able to read them. */
function toNewSecrets(
  before: StoredPolicyRecord,
  { definition, headers }: PolicyValues,
): PolicySecrets | null | undefined {
  const checker = checkerOf(definition);
  if (headers !== undefined || checker === undefined) return toSecrets(headers);
  if (before.secretNames.length === 0 || checker === checkerOf(before.definition)) return undefined;
  throw refuseField({
    path: 'config.headers',
    message: 'must be sent again, or removed with {}, because `config.url` changes the host',
  });
}

async function refuseIfNeeded({ policies }: Change, policy: StoredPolicyRecord): Promise<void> {
  if (policy.kind !== 'guardrail') return;
  const route = await findRouteForGuardrail(policies, policy, policy.name);
  if (route === undefined) return;
  throw new GatewayError('conflict', {
    message: `The routing config ${route.id} references it. Change that one first.`,
  });
}

/** A place has one policy of personal data at most, so that nobody wonders which one holds. */
async function inTermsOf<Result>(writing: Promise<Result>): Promise<Result> {
  try {
    return await writing;
  } catch (error) {
    if (!(error instanceof ConflictError) || error.field !== 'workspace_id') throw error;
    throw new GatewayError('conflict', {
      param: 'workspace_id',
      message: 'A personal data policy already exists for this scope. Change that one.',
    });
  }
}

function noSuchPolicy(noun: string): GatewayError {
  return new GatewayError('not_found', { message: `The ${noun} does not exist.` });
}
