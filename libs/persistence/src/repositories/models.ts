import type { Access } from '../connection/connection.js';
import { ConflictError } from '../database-error.js';
import { WorkspaceModelEntity, WorkspaceModelNameEntity } from '../entities/model.entity.js';
import { newId } from '../ids/new-id.js';
import type { UndeclaredPriceRecord, WorkspaceModelRecord } from '../records/model.js';
import type { Page, PageRequest } from '../records/page.js';
import { command, statement } from '../statements/statement.js';
import { AuditedTable, type ChangeScope } from './audited-table.js';
import { TenantTable, whereOf } from './tenant-table.js';

export interface ModelFilters {
  readonly workspaceId?: string | undefined;
  readonly providerId?: string | undefined;
  readonly kind?: WorkspaceModelRecord['kind'] | undefined;
  readonly type?: string | undefined;
}

export type ModelChanges = Partial<
  Omit<WorkspaceModelRecord, 'id' | 'organizationId' | 'workspaceId' | 'kind' | 'createdAt' | 'updatedAt'>
>;
export type NewModel = ModelChanges & Pick<WorkspaceModelRecord, 'workspaceId' | 'logicalName' | 'kind' | 'type'>;

/** Rows that are read of all workspaces together. */
const MOST_UNDECLARED = 10_000;

interface UndeclaredRow {
  readonly workspace_id: string;
  readonly logical_name: string;
  readonly aliases: readonly string[];
  readonly targets: readonly { readonly model: string }[] | null;
  readonly provider_kind: string | null;
  readonly base_url: string | null;
  readonly upstream_model: string | null;
}

const PROVIDER_NAME =
  "coalesce((SELECT providers.name FROM workspace_providers AS providers WHERE providers.id = row.providerId ), '')";

const LIST_LOGICAL_NAMES = statement(
  { logical_name: 'text' },
  `SELECT DISTINCT models.logical_name
    FROM workspace_model_names AS names JOIN workspace_models AS models ON models.id = names.model_id
   WHERE names.name = $2 AND models.organization_id = $1`,
);
const LIST_NAMES = statement(
  { name: 'text' },
  `SELECT DISTINCT names.name
    FROM workspace_model_names AS names JOIN workspace_models AS models ON models.id = names.model_id
   WHERE models.organization_id = $1 AND ($2::uuid IS NULL OR models.workspace_id = $2)`,
);
const LIST_UNDECLARED_PRICES = statement<UndeclaredRow>(
  {
    workspace_id: 'uuid',
    logical_name: 'text',
    aliases: 'text[]',
    upstream_model: 'text?',
    targets: 'jsonb?',
    provider_kind: 'text?',
    base_url: 'text?',
  },
  `SELECT models.workspace_id, models.logical_name, models.aliases, models.upstream_model,
         models.routing -> 'targets' AS targets, providers.kind AS provider_kind, providers.base_url
    FROM workspace_models AS models
    LEFT JOIN workspace_providers AS providers
      ON providers.workspace_id = models.workspace_id AND providers.id = models.provider_id
   WHERE models.organization_id = $1 AND models.workspace_id = ANY ($2::uuid[])
     AND models.prices IS NULL AND models.media_prices IS NULL
   ORDER BY models.id LIMIT ${MOST_UNDECLARED}`,
);

export class ModelQueries {
  protected readonly table: TenantTable<WorkspaceModelEntity, WorkspaceModelRecord>;

  constructor(protected readonly access: Access) {
    this.table = new TenantTable(access, WorkspaceModelEntity, (row): WorkspaceModelRecord => ({ ...row }), {
      name: 'logicalName',
      searched: ["array_to_string(row.aliases, ' ')", 'row.upstreamModel'],
      sorted: {
        type: { sql: 'row.type', type: 'text' },
        upstream_model: { sql: "coalesce(row.upstreamModel, '')", type: 'text' },
        provider: { sql: PROVIDER_NAME, type: 'text' },
      },
    });
  }

  find(organizationId: string, id: string): Promise<WorkspaceModelRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  /** By its logical name or an alias. */
  findByName(organizationId: string, workspaceId: string, name: string): Promise<WorkspaceModelRecord | undefined> {
    return this.access.run(async (manager) => {
      const where = whereOf(manager, WorkspaceModelNameEntity, { workspaceId, name });
      const found = where && (await manager.findOne(WorkspaceModelNameEntity, { where }));
      return found ? this.table.findBy(organizationId, { id: found.modelId, workspaceId }) : undefined;
    });
  }

  listPage(organizationId: string, page: PageRequest<ModelFilters>): Promise<Page<WorkspaceModelRecord>> {
    return this.table.listPage(organizationId, page);
  }

  /** The logical names of the models that are called so, by any of their names, in the workspaces of an organization. */
  async listLogicalNames(organizationId: string, name: string): Promise<readonly string[]> {
    const rows = await LIST_LOGICAL_NAMES.rows(this.access, [organizationId, name]);
    return rows.map((row) => row.logical_name);
  }

  /** Every name, logical or alias, in the workspaces of an organization, or in one of them. */
  async listNames(organizationId: string, workspaceId?: string): Promise<readonly string[]> {
    const rows = await LIST_NAMES.rows(this.access, [organizationId, workspaceId ?? null]);
    return rows.map((row) => row.name);
  }

  /** Every virtual model of a workspace; there are few. */
  listVirtual(organizationId: string, workspaceId: string): Promise<readonly WorkspaceModelRecord[]> {
    return this.table.listAll(organizationId, { workspaceId, kind: 'virtual' });
  }

  /** Models of some workspaces for which nobody declared a price, and the virtual models of these workspaces; 10,000 at most. */
  async listUndeclaredPrices(
    organizationId: string,
    workspaceIds: readonly string[],
  ): Promise<readonly UndeclaredPriceRecord[]> {
    const rows = await LIST_UNDECLARED_PRICES.rows(this.access, [organizationId, workspaceIds]);
    return rows.map(({ provider_kind: kind, base_url: baseUrl, ...row }) => ({
      workspaceId: row.workspace_id,
      logicalName: row.logical_name,
      aliases: row.aliases,
      targets: row.targets,
      provider: kind === null ? null : { kind, baseUrl },
      upstreamModel: row.upstream_model,
    }));
  }

  /** Some model of a provider, of one of the types given. */
  findOfProvider(
    organizationId: string,
    providerId: string,
    types: readonly string[],
  ): Promise<WorkspaceModelRecord | undefined> {
    return this.table.findBy(organizationId, { providerId, type: types });
  }
}

const TAKE_TURN = command("SELECT pg_advisory_xact_lock(hashtextextended('workspace_models:' || $1, 0))");

export class ModelRepository extends ModelQueries {
  private readonly changing: AuditedTable<WorkspaceModelEntity, WorkspaceModelRecord>;

  constructor(
    access: Access,
    private readonly scope: ChangeScope,
  ) {
    super(access);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'model',
      nameOf: ({ logicalName }) => logicalName,
      topicsOf: () => ['snapshot'],
    });
  }

  /**
   * Makes other changes of the workspace's models wait for the end of this one: what virtual models name stays as it is
   * while it is being checked.
   */
  async lockWorkspace(workspaceId: string): Promise<void> {
    await TAKE_TURN.run(this.scope.manager, [workspaceId]);
  }

  /** @throws ConflictError `logical_name` or `aliases`; UnknownReferenceError `workspace_id` or `provider_id` */
  async create(organizationId: string, { aliases = [], ...values }: NewModel): Promise<WorkspaceModelRecord> {
    const model = await this.changing.insert({ ...values, aliases: [...aliases], id: newId(), organizationId });
    await this.claimNames(model);
    return model;
  }

  /** @throws NotFoundError, ConflictError, UnknownReferenceError */
  async update(organizationId: string, id: string, changes: ModelChanges): Promise<WorkspaceModelRecord> {
    const model = await this.changing.update(organizationId, id, changes);
    await this.scope.manager.delete(WorkspaceModelNameEntity, { workspaceId: model.workspaceId, modelId: id });
    await this.claimNames(model);
    return model;
  }

  /** @throws NotFoundError */
  remove(organizationId: string, id: string): Promise<WorkspaceModelRecord> {
    return this.changing.remove(organizationId, id);
  }

  /** Enters the names one by one into the table in which a workspace has each name once. */
  private async claimNames({ id: modelId, workspaceId, logicalName, aliases }: WorkspaceModelRecord): Promise<void> {
    for (const name of new Set([logicalName, ...aliases])) {
      const query = this.scope.manager.createQueryBuilder().insert().into(WorkspaceModelNameEntity);
      const { raw } = await query.values({ workspaceId, name, modelId }).orIgnore().returning('name').execute();
      if (raw.length === 0) throw new ConflictError(name === logicalName ? 'logical_name' : 'aliases', 'taken');
    }
  }
}
