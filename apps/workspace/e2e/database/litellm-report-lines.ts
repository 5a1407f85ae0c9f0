import { expect } from '@jest/globals';
import type { ImportFinding } from '@multilane/importers';

export type Row = Readonly<Record<string, unknown>>;

export interface DatabaseCase {
  readonly tables: Readonly<Record<string, readonly Row[]>>;
  /** The models of each key that may use some at LiteLLM, and goes on. */
  readonly may: Readonly<Record<string, readonly string[]>>;
  readonly open?: readonly string[];
  readonly may_when_open?: Readonly<Record<string, readonly string[]>>;
  /** The rights of teams at LiteLLM, by their ids. */
  readonly teams: Readonly<
    Record<
      string,
      { models: readonly string[] | null; rpm?: number; tpm?: number; parallel?: number; members?: readonly string[] }
    >
  >;
  /** Budgets of keys in dollars, with their periods. */
  readonly budgets?: Readonly<Record<string, readonly [usd: number, period: string]>>;
  /** Budget rules that came of rows, by their paths. A key is named as its value. */
  readonly rules?: Readonly<Record<string, readonly RuleOfCase[]>>;
}

type RuleOfCase = readonly [scope: string, value: string, amount: number, window: string, action: string];

export const KEYS = 'LiteLLM_VerificationToken';

/** A line of a report, with the means to ask whether it is true. */
export interface AskedLine {
  readonly each: DatabaseCase;
  readonly line: ImportFinding;
  /** The table and the id of the path. */
  readonly id: string;
  /** The models that answer a key. */
  answers(key: string): Promise<readonly string[]>;
  /** The status of a request of a key, to the path and with the body. */
  post(key: string, path: string, body: object): Promise<number>;
  /** Rows of the service's own database. */
  sql(query: string, ...values: unknown[]): Promise<readonly Row[]>;
  /** Tables of the service's own database that have more rows than before the import. */
  grown(): Promise<readonly string[]>;
}

/** A key that nothing restricts. */
const FREE = 'free';
const CHAT = '/v1/chat/completions';
const chat = (more: object): object => ({ model: 'small', messages: [{ role: 'user', content: 'Hello.' }], ...more });

/** Tables that an import writes, and those that record changes. */
const WRITTEN = new Set([
  ...['users', 'teams', 'team_members', 'credentials', 'credential_secrets', 'policies'],
  ...['changes', 'policy_changes', 'snapshot_changes', 'snapshot_versions'],
]);

/** Nothing came of the row: no table grew but those of people, teams, keys and budget rules. */
async function becameNothing({ grown }: AskedLine): Promise<void> {
  const tables = await grown();
  expect(tables.length).toBeGreaterThan(0);
  expect(tables.filter((table) => !WRITTEN.has(table))).toEqual([]);
}

/** The keys that a row restricts: those that name it, or belong to what names it. */
export function keysOf({ tables }: DatabaseCase, table: string, id: string): string[] {
  const rows = (name: string): readonly Row[] => tables[name] ?? [];
  const find = (name: string, column: string, value: unknown) =>
    rows(name).find((row) => value !== undefined && row[column] === value);
  return rows(KEYS)
    .filter((key) => {
      const team = find('LiteLLM_TeamTable', 'team_id', key.team_id);
      const organization = find(
        'LiteLLM_OrganizationTable',
        'organization_id',
        key.organization_id ?? team?.organization_id,
      );
      const user = find('LiteLLM_UserTable', 'user_id', key.user_id);
      const project = find('LiteLLM_ProjectTable', 'project_id', key.project_id);
      const membership = rows('LiteLLM_TeamMembership').find(
        (row) => row.user_id === key.user_id && row.team_id === key.team_id,
      );
      const holders = [key, team, organization, user, project, membership];
      const ids: Readonly<Record<string, readonly unknown[]>> = {
        [KEYS]: [key.token],
        LiteLLM_TeamTable: [team?.team_id],
        LiteLLM_OrganizationTable: [organization?.organization_id],
        LiteLLM_UserTable: [user?.user_id],
        LiteLLM_ProjectTable: [project?.project_id],
        LiteLLM_TeamMembership: [membership?.user_id],
        LiteLLM_BudgetTable: holders.map((row) => row?.budget_id),
        LiteLLM_ObjectPermissionTable: holders.map((row) => row?.object_permission_id),
      };
      // Rows of other tables hold for every key.
      return ids[table]?.includes(id) ?? true;
    })
    .map(({ token }) => String(token));
}

type AskLine = (asked: AskedLine) => Promise<void>;

const isClosed: AskLine = async (asked) => {
  const [, table = '', id = ''] = /^(\w+)\[([^\]]*)\]/.exec(asked.line.path) ?? [];
  const keys = keysOf(asked.each, table, id);
  expect([asked.line.path, keys.length > 0]).toEqual([asked.line.path, true]);
  for (const key of keys) expect([asked.line.path, key, await asked.answers(key)]).toEqual([asked.line.path, key, []]);
};

/** Keys of the row use the models that they may use at LiteLLM. */
const isMerged: AskLine = async (asked) => {
  const [, table = ''] = /^(\w+)/.exec(asked.line.path) ?? [];
  for (const key of keysOf(asked.each, table, asked.id)) {
    const models = [...(asked.each.may[key] ?? [])].toSorted();
    expect([key, [...(await asked.answers(key))].toSorted()]).toEqual([key, models]);
  }
  await becameNothing(asked);
};

const teamOf = async ({ each, sql }: AskedLine, id: string): Promise<Row | undefined> => {
  const alias = each.tables.LiteLLM_TeamTable?.find((row) => row.team_id === id)?.team_alias;
  const [team] = await sql('SELECT * FROM teams WHERE name = $1', alias);
  return team;
};

const isTeam: AskLine = async (asked) => {
  const expected = asked.each.teams[asked.id];
  const team = await teamOf(asked, asked.id);
  expect([asked.id, team]).toEqual([
    asked.id,
    expect.objectContaining({
      allowed_models: expected?.models,
      rpm_limit: String(expected?.rpm ?? 0),
      tpm_limit: String(expected?.tpm ?? 0),
      max_parallel: String(expected?.parallel ?? 0),
    }),
  ]);
  const members = await asked.sql(
    'SELECT email FROM users JOIN team_members ON users.id = team_members.user_id WHERE team_members.team_id = $1',
    team?.id,
  );
  expect(members.map(({ email }) => email)).toEqual(expected?.members ?? []);
};

const isPerson: AskLine = async ({ each, id, sql, line }) => {
  const email = each.tables.LiteLLM_UserTable?.find((row) => row.user_id === id)?.user_email ?? null;
  const found = await sql('SELECT role FROM users WHERE email = $1 OR ($1 IS NULL AND name = $2)', email, id);
  expect([line.path, found]).toEqual([line.path, line.status === 'unsupported' ? [] : [{ role: 'org_member' }]]);
};

const credentialOf = async ({ sql }: AskedLine, key: string): Promise<Row | undefined> => {
  const [row] = await sql(
    'SELECT credentials.*, teams.name AS team FROM credentials JOIN teams ON teams.id = credentials.team_id WHERE credentials.name = $1',
    key,
  );
  return row;
};

/** Lines of keys themselves: an exact key is the same one, with its models; the others are disabled or left out. */
const isKey: AskLine = async (asked) => {
  const may = asked.line.status === 'exact' ? (asked.each.may[asked.id] ?? []) : [];
  expect([asked.id, [...(await asked.answers(asked.id))].toSorted()]).toEqual([asked.id, [...may].toSorted()]);
};

/** Lines of budgets that rules count: exactly those of the case are there. */
const isRule: AskLine = async ({ each, id, line, sql }) => {
  const [owner = ''] = /^\w+\[[^\]]*\]/.exec(line.path) ?? [];
  const rules = each.rules?.[owner] ?? [];
  for (const [scope, value, ...rest] of rules) {
    const key = "(SELECT name FROM credentials WHERE id::text = definition->>'value')";
    const found = await sql(
      `SELECT (definition->>'amount')::float8 AS amount, definition->>'window' AS "window", definition->>'action' AS action
         FROM policies WHERE kind = 'budget' AND definition->>'scope' = $1 AND coalesce(${key}, definition->>'value') = $2
        ORDER BY definition->>'amount'`,
      scope,
      value,
    );
    const read = found.map(({ action, amount, window }) => [amount, window, action]);
    expect([line.path, read]).toEqual([line.path, expect.arrayContaining([rest])]);
    expect(read).toHaveLength(rules.length);
  }
  // A budget of which nothing is left has no rule: its keys use nothing.
  if (rules.length === 0) {
    const all = await sql(
      "SELECT count(*)::int AS rules FROM policies WHERE kind = 'budget' AND definition->>'value' LIKE $1",
      `${id}%`,
    );
    expect(all).toEqual([{ rules: 0 }]);
  }
};

/** Lines by their paths. The first that fits is asked. */
const LINES: readonly (readonly [path: RegExp, ask: AskLine])[] = [
  [/^LiteLLM_VerificationToken\[[^\]]+\]$/, isKey],
  [
    /^LiteLLM_VerificationToken$/,
    async ({ sql }) => {
      const found = await sql("SELECT allowed_models FROM teams WHERE name = 'imported'");
      expect(found).toEqual([{ allowed_models: null }]);
    },
  ],
  [
    /^LiteLLM_VerificationToken\[[^\]]+\]\.(object_permission\.|budget\.)?(models|allowed_models)$/,
    async (asked) => {
      const { each, id, line, post } = asked;
      if (line.status === 'manual') {
        const lost = each.tables[KEYS]?.find((row) => row.token === id)?.models as string[];
        const wildcard = lost.find((name) => name.includes('*') || name.startsWith('all-team')) ?? '';
        expect(await post(id, CHAT, chat({ model: wildcard.replace('*', 'small') }))).toBeGreaterThanOrEqual(400);
        return;
      }
      const { team } = (await credentialOf(asked, id)) ?? {};
      expect([id, String(team).includes(`(${id})`)]).toEqual([id, true]);
      await isKeyOrClosed(asked);
    },
  ],
  [
    /^LiteLLM_(Team|User|EndUser|Tag)Table\[[^\]]+\]\.(max_budget|soft_budget|budget_duration|spend)$|^LiteLLM_VerificationToken\[[^\]]+\]\.(budget_limits|soft_budget)/,
    isRule,
  ],
  [
    /^LiteLLM_UserTable\[[^\]]+\]\.keys$/,
    async ({ each, id, sql }) => {
      const email = each.tables.LiteLLM_UserTable?.find((row) => row.user_id === id)?.user_email;
      expect(await sql('SELECT allowed_models FROM teams WHERE name = $1', email)).toEqual([{ allowed_models: null }]);
    },
  ],
  [
    /\.max_budget$/,
    async (asked) => {
      const [usd, period] = asked.each.budgets?.[asked.id] ?? [];
      const credential = await credentialOf(asked, asked.id);
      // A key without a budget of its own in the case has spent it.
      if (usd === undefined) expect([asked.id, await asked.answers(asked.id)]).toEqual([asked.id, []]);
      else expect(credential).toMatchObject({ budget_usd: usd, budget_reset_period: period });
    },
  ],
  [/^LiteLLM_(VerificationToken|TeamTable)\[[^\]]+\]\.(aliases|model_aliases)$/, (asked) => isAliasGone(asked)],
  [/^LiteLLM_VerificationToken\[[^\]]+\]\.metadata\./, (asked) => isKeyOrClosed(asked)],
  [/^LiteLLM_TeamTable\[[^\]]+\]$/, isTeam],
  [/^LiteLLM_(TeamTable|ProjectTable)\[[^\]]+\]\.blocked$/, isClosed],
  [/^LiteLLM_UserTable\[[^\]]+\](\.user_role)?$/, isPerson],
  [
    /^LiteLLM_ObjectPermissionTable\[[^\]]+\]\.mcp_servers$/,
    async ({ each, id, post }) => {
      for (const key of keysOf(each, 'LiteLLM_ObjectPermissionTable', id))
        for (const server of ['s', 'docs']) expect(await post(key, `/mcp/${server}`, LIST)).toBeGreaterThanOrEqual(400);
    },
  ],
  [
    /^LiteLLM_(Organization|Project|Budget|ObjectPermission|AccessGroup|Model)Table\[[^\]]+\]$|^LiteLLM_(Team|Organization)Membership\[/,
    isMerged,
  ],
  [
    /^LiteLLM_ProxyModelTable\[/,
    async ({ id, post, ...asked }) => {
      expect(await post(FREE, CHAT, chat({ model: id }))).toBeGreaterThanOrEqual(400);
      await becameNothing({ id, post, ...asked });
    },
  ],
  [
    /^LiteLLM_MCP\w+\[/,
    async ({ id, post, ...asked }) => {
      expect(await post(FREE, `/mcp/${id}`, LIST)).toBeGreaterThanOrEqual(400);
      await becameNothing({ id, post, ...asked });
    },
  ],
  [
    /^LiteLLM_(EndUser|Tag|Guardrails|Tool)Table\[|^LiteLLM_ModelAccessGroupBudgetTable\[/,
    async (asked) => {
      // No key works at all if the table restricts everyone.
      const expected = asked.each.may[FREE] === undefined ? 401 : 200;
      const more = { user: asked.id, metadata: { tags: asked.id } };
      if (expected === 200) expect(await asked.post(FREE, CHAT, chat(more))).toBe(expected);
      await becameNothing(asked);
    },
  ],
  [/^LiteLLM_\w+\[[^\]]+\]$/, becameNothing],
];

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

async function isKeyOrClosed(asked: AskedLine): Promise<void> {
  const [answered, may] = [await asked.answers(asked.id), asked.each.may[asked.id] ?? []];
  expect([asked.id, [...answered].toSorted()]).toEqual([asked.id, [...may].toSorted()]);
}

/** Names of a key or a team that mean other models are names of nothing. */
async function isAliasGone({ each, line, id, post }: AskedLine): Promise<void> {
  const [, table = ''] = /^(\w+)/.exec(line.path) ?? [];
  for (const key of keysOf(each, table, id))
    expect([key, (await post(key, CHAT, chat({ model: 'large' }))) >= 400]).toEqual([key, true]);
}

/** Asks whether a line is true. False: no question is known for it. */
export async function askLine(asked: AskedLine): Promise<boolean> {
  if (asked.line.status === 'opens_access') {
    await isClosed(asked);
    return true;
  }
  const ask = LINES.find(([path]) => path.test(asked.line.path))?.[1];
  await ask?.(asked);
  return ask !== undefined;
}
