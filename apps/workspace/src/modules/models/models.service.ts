import type { Permission } from '@multilane/auth';
import type { ProviderKind } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import {
  type Change,
  ConflictError,
  type Database,
  type JsonObject,
  type ModelChanges,
  type Page,
  type WorkspaceModelRecord,
} from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { findAccessible } from '../../access/find-accessible.js';
import type { Requester } from '../../access/requester.js';
import { refuseField } from '../../http/invalid-field.js';
import { toPageRequest } from '../../lists/list-query.dto.js';
import type { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { findPolicyForModel } from '../policies/find-referrer.js';
import { describeKnown, readOwnRows } from './describe-known.js';
import type { ListModelsQuery } from './dto/list-models.query.js';
import type { ModelFacts } from './dto/model.view.js';
import type { CreateModelDto, UpdateModelDto } from './dto/write-model.dto.js';
import {
  checkType,
  type ModelFields,
  type ModelValues,
  readModel,
  readSent,
  readVirtualModel,
  toFields,
} from './read-model.js';
import { findReferrer, resolveTargets } from './resolve-targets.js';
import { toPriceable } from './to-priceable.js';

/** A workspace, and the tables of a change that concerns it. */
interface Scope {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly tables: Pick<Change, 'models' | 'providers' | 'policies' | 'rateLimitPolicies'>;
}

type Kind = WorkspaceModelRecord['kind'];

@Injectable()
export class ModelsService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  /** Describes the known facts and prices of an organization's models, by their ids; of virtual models nothing. */
  async describe(
    organizationId: string,
    models: readonly WorkspaceModelRecord[],
  ): Promise<ReadonlyMap<string, ModelFacts>> {
    const ids = [...new Set(models.flatMap(({ providerId }) => providerId ?? []))];
    const found = await Promise.all(ids.map((id) => this.database.providers.find(organizationId, id)));
    const providers = new Map(found.flatMap((each) => (each ? [[each.id, each] as const] : [])));
    const { settings } = this.services.followed;
    const rows = readOwnRows(settings, this.services.logger);
    const described = models.flatMap((model) => {
      const provider = providers.get(model.providerId ?? '');
      return provider === undefined ? [] : [{ model, provider }];
    });
    const prices = await this.services.prices.tell(described.map(toPriceable));
    return new Map(
      described.map(({ model, provider }, index) => {
        const price = prices[index] ?? null;
        const unpriced = price === 'none' ? settings.budgets.unpriced : null;
        return [model.id, { known: describeKnown(model, provider.kind as ProviderKind, rows), price, unpriced }];
      }),
    );
  }

  /** Fails with 400 for fields that do not do, and with 409 for a name that the workspace has. */
  async create(requester: Requester, dto: CreateModelDto): Promise<WorkspaceModelRecord> {
    const { actor, organizationId, workspaceId } = requester;
    const kind: Kind = dto.object === 'virtual_model' ? 'virtual' : 'model';
    const fields = readSent(dto, kind);
    return this.database.change(actor, async (tables) => {
      const scope = { organizationId, workspaceId, tables };
      await tables.models.lockWorkspace(workspaceId);
      const values = await readValues(scope, kind, fields);
      return inTermsOf(kind, tables.models.create(organizationId, { ...values, kind, workspaceId }));
    });
  }

  list({ organizationId, workspaceId }: Requester, query: ListModelsQuery): Promise<Page<WorkspaceModelRecord>> {
    const { object, provider_id: providerId, type } = query;
    const kind = object === 'virtual_model' ? 'virtual' : object;
    return this.database.models.listPage(organizationId, {
      ...toPageRequest(query),
      filters: { workspaceId, kind, providerId, type },
    });
  }

  /** Fails with 404 for a model that the requester may not see, and with 403 for one of which it may see no more. */
  async find(
    requester: Requester,
    id: string,
    toDo: Permission,
    { workspace_id: asked }: WorkspaceQuery,
  ): Promise<WorkspaceModelRecord> {
    const need = { toSee: 'gateway.models.read', toDo, asked } as const;
    const model = await findAccessible(requester, need, (tenant) => this.database.models.find(tenant, id));
    if (model === undefined) throw noSuchModel();
    return model;
  }

  /** Fails as `create` does, and with 409 where a virtual model or a policy needs what would change. */
  async update(
    requester: Requester,
    id: string,
    query: WorkspaceQuery,
    dto: UpdateModelDto,
  ): Promise<WorkspaceModelRecord> {
    const { actor, organizationId } = requester;
    const { workspaceId, kind } = await this.find(requester, id, 'gateway.models.manage', query);
    const sent = readSent(dto, kind);
    return this.database.change(actor, async (tables) => {
      const scope = { organizationId, workspaceId, tables };
      await tables.models.lockWorkspace(workspaceId);
      const before = await tables.models.find(organizationId, id);
      if (before === undefined) throw noSuchModel();
      const values = await readValues(scope, kind, { ...toFields(before), ...sent }, id);
      await refuseIfNeeded(scope, before, values);
      return inTermsOf(kind, tables.models.update(organizationId, id, values));
    });
  }

  /** Fails with 409 while a virtual model or a policy of the workspace names it. */
  async remove(requester: Requester, id: string, query: WorkspaceQuery): Promise<void> {
    const { actor, organizationId } = requester;
    const { workspaceId } = await this.find(requester, id, 'gateway.models.manage', query);
    await this.database.change(actor, async (tables) => {
      await tables.models.lockWorkspace(workspaceId);
      const model = await tables.models.find(organizationId, id);
      if (model === undefined) throw noSuchModel();
      await refuseIfNeeded({ organizationId, workspaceId, tables }, model, undefined);
      await tables.models.remove(organizationId, id);
    });
  }
}

async function readValues(scope: Scope, kind: Kind, fields: ModelFields, selfId?: string): Promise<ModelValues> {
  return kind === 'model' ? readValuesOfModel(scope, fields) : readValuesOfVirtual(scope, fields, selfId);
}

async function readValuesOfModel({ organizationId, workspaceId, tables }: Scope, fields: ModelFields) {
  const values = readModel(fields);
  const provider = await tables.providers.find(organizationId, values.providerId);
  if (provider === undefined || provider.workspaceId !== workspaceId) {
    throw refuseField({ path: 'provider_id', message: 'is not the id of a provider of the workspace' });
  }
  checkType(values.type, provider.kind as ProviderKind);
  return values;
}

async function readValuesOfVirtual(
  { organizationId, workspaceId, tables }: Scope,
  fields: ModelFields,
  selfId?: string,
) {
  const entry = readVirtualModel(fields);
  const { name, ...routing } = entry;
  const find = (named: string) => tables.models.findByName(organizationId, workspaceId, named);
  const type = await resolveTargets(entry, selfId, find);
  const plain = JSON.parse(JSON.stringify(routing)) as JsonObject;
  return { logicalName: name, aliases: [], type, routing: plain };
}

/** 409 where a virtual model or a policy names the model by what it will no longer be called, or for a type it will no longer have. */
async function refuseIfNeeded(
  scope: Scope,
  before: WorkspaceModelRecord,
  after: ModelChanges | undefined,
): Promise<void> {
  const names = [before.logicalName, ...before.aliases];
  const remaining = after === undefined ? [] : [after.logicalName, ...(after.aliases ?? [])];
  const isRetyped = after !== undefined && after.type !== before.type;
  const concerned = isRetyped ? names : names.filter((name) => !remaining.includes(name));
  if (concerned.length === 0) return;
  const virtualModels = await scope.tables.models.listVirtual(scope.organizationId, scope.workspaceId);
  const referrer = findReferrer(virtualModels, concerned, before.id);
  if (referrer !== undefined) {
    throw new GatewayError('conflict', {
      message: `The virtual model ${referrer.id} has it as a target. Change that one first.`,
    });
  }
  const gone = names.filter((name) => !remaining.includes(name));
  const isRenamed = after?.logicalName !== before.logicalName;
  await refuseIfGoverned(scope, gone, isRenamed ? before.logicalName : undefined);
}

/** 409 where a policy of the workspace is for the model under a name that goes. */
async function refuseIfGoverned(
  { organizationId, workspaceId, tables }: Scope,
  gone: readonly string[],
  logicalName: string | undefined,
): Promise<void> {
  const policy =
    (logicalName !== undefined &&
      (await tables.rateLimitPolicies.findBy(organizationId, { workspaceId, model: logicalName }))) ||
    (gone.length > 0 && (await findPolicyForModel(tables.policies, organizationId, workspaceId, gone)));
  if (!policy) return;
  throw new GatewayError('conflict', { message: `The policy ${policy.id} references it. Change that one first.` });
}

/** A virtual model's only name is its `name`. */
async function inTermsOf<Result>(kind: Kind, writing: Promise<Result>): Promise<Result> {
  try {
    return await writing;
  } catch (error) {
    const isName = kind === 'virtual' && error instanceof ConflictError && error.reason === 'taken';
    throw isName ? new ConflictError('name', 'taken') : error;
  }
}

function noSuchModel(): GatewayError {
  return new GatewayError('not_found', { message: 'The model does not exist.' });
}
