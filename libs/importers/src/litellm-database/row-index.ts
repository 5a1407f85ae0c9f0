import { isRecord } from '@multilane/contracts';
import { type DatabaseRow, type DatabaseRows, textOf, textsOf } from './database-rows.js';

/** Id of the team that marks sessions of LiteLLM's dashboard, which are rows like keys. */
export const DASHBOARD_TEAM = 'litellm-dashboard';

const HASH = /^[0-9a-f]{64}$/;

export const isKeyRow = (row: DatabaseRow): boolean =>
  HASH.test(textOf(row, 'token') ?? '') && textOf(row, 'team_id') !== DASHBOARD_TEAM;

/** The rows by what others call them. */
export class RowIndex {
  readonly teams: ReadonlyMap<string, DatabaseRow>;
  readonly users: ReadonlyMap<string, DatabaseRow>;
  readonly budgets: ReadonlyMap<string, DatabaseRow>;
  readonly organizations: ReadonlyMap<string, DatabaseRow>;
  readonly projects: ReadonlyMap<string, DatabaseRow>;
  readonly permissions: ReadonlyMap<string, DatabaseRow>;
  readonly teamAliases: ReadonlyMap<string, DatabaseRow>;
  readonly memberships: ReadonlyMap<string, DatabaseRow>;
  /** Models by the id and by the name of an access group. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  private readonly shares = new Map<string, number>();

  constructor(rows: DatabaseRows) {
    const by = (table: readonly DatabaseRow[] | undefined, id: string) =>
      new Map((table ?? []).map((row) => [String(row[id]), row] as const));
    this.teams = by(rows.teams, 'team_id');
    this.users = by(rows.users, 'user_id');
    this.budgets = by(rows.budgets, 'budget_id');
    this.organizations = by(rows.organizations, 'organization_id');
    this.projects = by(rows.projects, 'project_id');
    this.permissions = by(rows.objectPermissions, 'object_permission_id');
    this.teamAliases = by(rows.teamAliases, 'id');
    this.memberships = new Map([
      ...(rows.teamMemberships ?? []).map((row) => [membership('team', row.user_id, row.team_id), row] as const),
      ...(rows.organizationMemberships ?? []).map(
        (row) => [membership('organization', row.user_id, row.organization_id), row] as const,
      ),
    ]);
    this.groups = readGroups(rows);
    for (const row of rows.keys) {
      if (isKeyRow(row)) for (const holder of this.holdersOf(row)) this.count(holder);
    }
  }

  /** Lists the holders of limits that keys share: `kind`, `id` and row of each that a key counts for. */
  holdersOf(key: DatabaseRow): readonly Holder[] {
    const { user_id: userId, team_id: teamId } = key;
    const team = this.teams.get(String(teamId));
    const organizationId = key.organization_id ?? team?.organization_id;
    const holders: (Holder | undefined)[] = [
      team && { kind: 'team', id: String(teamId), row: team },
      find('user', userId, this.users),
      find('organization', organizationId, this.organizations),
      find('project', key.project_id, this.projects),
      find('membership', membership('team', userId, teamId), this.memberships),
      find('membership', membership('organization', userId, organizationId), this.memberships),
    ];
    return holders.filter((holder) => holder !== undefined);
  }

  /** Counts the keys that share a holder's limits. */
  sharersOf(holder: Pick<Holder, 'kind' | 'id'>): number {
    return this.shares.get(`${holder.kind} ${holder.id}`) ?? 1;
  }

  private count({ kind, id }: Holder): void {
    this.shares.set(`${kind} ${id}`, (this.shares.get(`${kind} ${id}`) ?? 0) + 1);
  }
}

export interface Holder {
  readonly kind: 'team' | 'user' | 'organization' | 'project' | 'membership';
  readonly id: string;
  readonly row: DatabaseRow;
}

const membership = (kind: string, userId: unknown, placeId: unknown): string =>
  `${kind} ${String(userId)} ${String(placeId)}`;

function find(kind: Holder['kind'], id: unknown, rows: ReadonlyMap<string, DatabaseRow>): Holder | undefined {
  const row = id === null || id === undefined ? undefined : rows.get(String(id));
  return row && { kind, id: String(id), row };
}

/** Groups of the table, and those that models of the database name. Models of one team are in no group. */
function readGroups(rows: DatabaseRows): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  const add = (group: string, models: readonly string[]) =>
    groups.set(group, [...(groups.get(group) ?? []), ...models]);
  for (const row of rows.accessGroups ?? []) {
    const models = textsOf(row, 'access_model_names');
    for (const column of ['access_group_id', 'access_group_name']) {
      const name = textOf(row, column);
      if (name !== undefined) add(name, models);
    }
  }
  for (const row of rows.models ?? []) {
    const info = isRecord(row.model_info) ? row.model_info : {};
    const name = textOf(row, 'model_name');
    if (name === undefined || info.team_id) continue;
    for (const group of textsOf(info, 'access_groups')) add(group, [name]);
  }
  return groups;
}
