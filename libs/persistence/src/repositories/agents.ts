import type { WorkspaceAddress } from '../background/knowledge-store.js';
import type { Access } from '../connection/connection.js';
import { NotFoundError } from '../database-error.js';
import { isId, newId } from '../ids/new-id.js';
import type { AgentPublication, AgentRecord, AgentVersionRecord } from '../records/agent.js';
import type { Page, PageRequest } from '../records/page.js';
import { command, statement } from '../statements/statement.js';
import type { ChangeScope } from './audited-table.js';
import { pageOf, startOf } from './rows/list-rows.js';
import { NEXT_TIME } from './rows/next-time.js';
import { recordChange } from './trail/record-change.js';

const COLUMNS = {
  sql: `agent.id, agent.organization_id AS "organizationId", agent.workspace_id AS "workspaceId", agent.name, agent.description,
  agent.version, newest.definition, agent.created_at AS "createdAt",
  agent.updated_at AS "updatedAt"`,
  types: {
    id: 'uuid',
    organizationId: 'uuid',
    workspaceId: 'uuid',
    name: 'text',
    description: 'text',
    version: 'integer',
    definition: 'jsonb',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
} as const;
const FROM =
  'FROM agents agent JOIN agent_versions newest ON newest.agent_id = agent.id AND newest.version = agent.version';

export interface AgentValues extends Pick<AgentRecord, 'name' | 'description' | 'definition'> {
  /** The name of whoever makes the version. */
  readonly createdBy: string;
}

const FIND = statement<AgentRecord>(
  COLUMNS.types,
  `SELECT ${COLUMNS.sql} ${FROM} WHERE agent.organization_id = $1 AND agent.id = $2`,
);
const FIND_BY_NAME = statement<AgentRecord>(
  COLUMNS.types,
  `SELECT ${COLUMNS.sql} ${FROM} WHERE agent.organization_id = $1 AND agent.workspace_id = $2 AND agent.name = $3`,
);
const LIST_PUBLISHED = statement<AgentRecord>(
  COLUMNS.types,
  `SELECT ${COLUMNS.sql} ${FROM} WHERE agent.organization_id = $1 AND agent.workspace_id = $2
   AND newest.definition -> $3 = 'true'::jsonb ORDER BY agent.name LIMIT $4`,
);
const FIND_IDS = statement(
  { id: 'uuid' },
  'SELECT id FROM agents WHERE organization_id = $1 AND workspace_id = $2 AND id = ANY($3::uuid[])',
);
const COUNT = statement(
  { count: 'integer' },
  'SELECT count(*)::int AS count FROM agents WHERE organization_id = $1 AND workspace_id = $2',
);
const LIST_PAGE = statement<AgentRecord>(
  COLUMNS.types,
  `SELECT ${COLUMNS.sql} ${FROM}
   WHERE agent.organization_id = $1 AND agent.workspace_id = $2 AND ($3::uuid IS NULL OR agent.id < $3)
   ORDER BY agent.id DESC LIMIT $4`,
);
const LIST_VERSIONS = statement<AgentVersionRecord>(
  { version: 'integer', definition: 'jsonb', createdBy: 'text', createdAt: 'timestamptz' },
  `SELECT version, definition, created_by AS "createdBy", created_at AS "createdAt" FROM agent_versions
   WHERE agent_id = $1 AND version < $2 ORDER BY version DESC LIMIT $3`,
);

/** Agents. An id of another tenant, or a text that is no id, finds nothing. */
export class AgentQueries {
  constructor(protected readonly access: Access) {}

  async find(organizationId: string, id: string): Promise<AgentRecord | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await FIND.rows(this.access, [organizationId, id]);
    return row;
  }

  async findByName({ organizationId, workspaceId }: WorkspaceAddress, name: string): Promise<AgentRecord | undefined> {
    const [row] = await FIND_BY_NAME.rows(this.access, [organizationId, workspaceId, name]);
    return row;
  }

  /** Those of a workspace whose newest version has a flag, by name. */
  async listPublished(
    { organizationId, workspaceId }: WorkspaceAddress,
    flag: AgentPublication,
    limit: number,
  ): Promise<AgentRecord[]> {
    return LIST_PUBLISHED.rows(this.access, [organizationId, workspaceId, flag, limit]);
  }

  /** Those of some ids that the workspace has. */
  async findIds(
    { organizationId, workspaceId }: WorkspaceAddress,
    ids: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const rows = await FIND_IDS.rows(this.access, [organizationId, workspaceId, ids.filter(isId)]);
    return new Set(rows.map(({ id }) => id));
  }

  async count({ organizationId, workspaceId }: WorkspaceAddress): Promise<number> {
    const [row] = await COUNT.rows(this.access, [organizationId, workspaceId]);
    return row?.count ?? 0;
  }

  /** Newest first. @throws InvalidCursorError */
  async listPage({ organizationId, workspaceId }: WorkspaceAddress, page: PageRequest): Promise<Page<AgentRecord>> {
    const before = startOf(page);
    const rows = await LIST_PAGE.rows(this.access, [organizationId, workspaceId, before, page.limit + 1]);
    return pageOf(rows, page.limit);
  }

  /** The newest versions of an agent first, below a number. */
  listVersions(id: string, below: number, limit: number): Promise<AgentVersionRecord[]> {
    return LIST_VERSIONS.rows(this.access, [id, below, limit]);
  }

  async findVersion(id: string, version: number): Promise<AgentVersionRecord | undefined> {
    const [row] = await this.listVersions(id, version + 1, 1);
    return row?.version === version ? row : undefined;
  }
}

const CREATE = command(`INSERT INTO agents (id, organization_id, workspace_id, name, description, version)
   VALUES ($1, $2, $3, $4, $5, 1)`);
const UPDATE = command(`UPDATE agents SET name = $2, description = $3, version = $4,
   updated_at = ${NEXT_TIME} WHERE id = $1`);
const REMOVE_RUN_EVENTS = command(`DELETE FROM run_events WHERE run_id IN (SELECT run.id FROM agent_runs run
     LEFT JOIN agent_runs parent ON parent.id = run.parent_id JOIN agent_runs root ON root.id = run.root_id
   WHERE run.agent_id = $1 OR parent.agent_id = $1 OR root.agent_id = $1)`);
const REMOVE = command('DELETE FROM agents WHERE id = $1');
const ADD_VERSION = command(
  'INSERT INTO agent_versions (agent_id, version, definition, created_by) VALUES ($1, $2, $3, $4)',
);
const LOCK = command('SELECT 1 FROM agents WHERE id = $1 AND workspace_id = $2 FOR UPDATE');

/** Writes agents within a change. */
export class AgentRepository extends AgentQueries {
  constructor(
    access: Access,
    private readonly scope: ChangeScope,
  ) {
    super(access);
  }

  /** @throws ConflictError for a name that the workspace has */
  async create(place: WorkspaceAddress, values: AgentValues): Promise<AgentRecord> {
    const id = newId();
    await CREATE.run(this.scope.manager, [
      id,
      place.organizationId,
      place.workspaceId,
      values.name,
      values.description,
    ]);
    await this.addVersion(id, 1, values);
    const made = await this.read(place, id);
    recordChange(this.scope, 'agent.create', place, made, null, made);
    return made;
  }

  /** Changes what is given. Another definition is a new version; what changes nothing leaves the agent as it is. @throws NotFoundError, ConflictError */
  async update(
    place: WorkspaceAddress,
    id: string,
    changes: Partial<AgentValues> & Pick<AgentValues, 'createdBy'>,
  ): Promise<AgentRecord> {
    const before = await this.lock(place, id);
    const { definition, description = before.description, name = before.name } = changes;
    const isNew =
      definition !== undefined &&
      JSON.stringify(definition) !== JSON.stringify(sortLike(before.definition, definition));
    if (!isNew && description === before.description && name === before.name) return before;
    const version = before.version + (isNew ? 1 : 0);
    if (isNew) await this.addVersion(id, version, { definition, createdBy: changes.createdBy });
    await UPDATE.run(this.scope.manager, [id, name, description, version]);
    const after = await this.read(place, id);
    recordChange(this.scope, 'agent.update', place, after, before, after);
    return after;
  }

  /** Its versions and runs are deleted with it. @throws NotFoundError */
  async remove(place: WorkspaceAddress, id: string): Promise<void> {
    const before = await this.lock(place, id);
    // Those of its runs, and of runs that go with them.
    await REMOVE_RUN_EVENTS.run(this.scope.manager, [id]);
    await REMOVE.run(this.scope.manager, [id]);
    recordChange(this.scope, 'agent.remove', place, before, before, null);
  }

  private addVersion(
    id: string,
    version: number,
    { createdBy, definition }: Pick<AgentValues, 'createdBy' | 'definition'>,
  ) {
    return ADD_VERSION.run(this.scope.manager, [id, version, JSON.stringify(definition), createdBy]);
  }

  /** The agent, locked until the end of the change. @throws NotFoundError */
  async lock(place: WorkspaceAddress, id: string): Promise<AgentRecord> {
    if (isId(id)) {
      await LOCK.run(this.scope.manager, [id, place.workspaceId]);
    }
    const found = await this.read(place, id);
    this.scope.check.compare(found);
    return found;
  }

  private async read({ organizationId, workspaceId }: WorkspaceAddress, id: string): Promise<AgentRecord> {
    const found = await this.find(organizationId, id);
    if (found === undefined || found.workspaceId !== workspaceId) throw new NotFoundError('agent');
    return found;
  }
}

/** PostgreSQL orders members of JSON by its own rules: the value with its members in the order of another one. */
function sortLike(value: unknown, model: unknown): unknown {
  if (Array.isArray(value))
    return value.map((item, at) => sortLike(item, Array.isArray(model) ? model[at] : undefined));
  if (typeof value !== 'object' || value === null) return value;
  const order = Object.keys(Object(model) as object);
  const names = Object.keys(value).toSorted((left, right) => order.indexOf(left) - order.indexOf(right));
  const members = value as Record<string, unknown>;
  const modelled = Object(model) as Record<string, unknown>;
  return Object.fromEntries(names.map((name) => [name, sortLike(members[name], modelled[name])]));
}
