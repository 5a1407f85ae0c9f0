import { isRecord } from '@multilane/contracts';
import { type ImportFinding, putRestrictionsFirst } from '../import-result.js';
import { BudgetPlanner, IMPORTED_TAG } from './budget-planner.js';
import { KEY_RULES, KNOWN_COLUMNS } from './column-rules.js';
import {
  type DatabaseRow,
  type DatabaseRows,
  type PlannedBudget,
  type PlannedKey,
  type PlannedTeam,
  type PlannedUser,
  textOf,
  timeOf,
  toName,
} from './database-rows.js';
import { noteOtherTables } from './note-other-tables.js';
import { type Budget, joinBudgets, readBudget, shareBudget } from './read-budget.js';
import { type Limit, NO_LIMITS, ownLimit, readLimits, sharedLimit, smallerLimit } from './read-limits.js';
import { intersect, isSame, type ListOwner, type ModelList, readModels } from './read-models.js';
import { pathOf, Restrictions } from './restrictions.js';
import { DASHBOARD_TEAM, type Holder, isKeyRow, RowIndex } from './row-index.js';

export interface DatabasePlan {
  readonly teams: readonly PlannedTeam[];
  readonly users: readonly PlannedUser[];
  readonly keys: readonly PlannedKey[];
  readonly budgets: readonly PlannedBudget[];
  /** Tag whose values are LiteLLM's tags, if a budget counts by one: requests name it in `x-litellm-tags`. */
  readonly tag: string | undefined;
  readonly findings: readonly ImportFinding[];
}

/** The team that has the keys of a team of LiteLLM, or those of a person without a team. */
interface Home {
  readonly holder: Holder;
  readonly team: string;
  /** Keys that are in it, and keys of the holder that have a team of their own. */
  inside: number;
  outside: number;
}

export interface PlanOptions {
  /** Columns, and members of `metadata`, whose restrictions are given up: keys with them stay enabled. */
  readonly opened?: ReadonlySet<string>;
  readonly now?: Date;
}

const OWNERS: Readonly<Record<Holder['kind'], ListOwner>> = {
  team: 'in-team',
  membership: 'in-team',
  user: 'person',
  organization: 'other',
  project: 'other',
};

/** Keys without a team need one. */
const TEAM_OF_OTHERS = 'imported';
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,180}\.[^\s@]{2,}$/;

/**
 * Plans the teams, people and keys of a LiteLLM database. Nobody gets more than before: a key with a list of models of
 * its own gets a team of its own, and a key with a restriction that cannot be kept is disabled.
 */
export function planLitellmDatabase(rows: DatabaseRows, options: PlanOptions = {}): DatabasePlan {
  return new Planner(rows, options).plan();
}

class Planner {
  private readonly teams = new Map<string, PlannedTeam>();
  private readonly takenNames = new Set<string>();
  /** Email addresses by the ids of LiteLLM. */
  private readonly emails = new Map<string, string>();
  private readonly index: RowIndex;
  private readonly restrictions: Restrictions;
  private readonly models = new Map<string, ModelList>();
  private readonly homes = new Map<string, Home>();
  private readonly budgets: BudgetPlanner;
  private readonly now: Date;

  constructor(
    private readonly rows: DatabaseRows,
    { opened = new Set(), now = new Date() }: PlanOptions,
  ) {
    this.index = new RowIndex(rows);
    this.restrictions = new Restrictions(this.index, opened);
    this.budgets = new BudgetPlanner(this.index, this.restrictions, now);
    this.now = now;
  }

  plan(): DatabasePlan {
    const users = this.planUsers();
    for (const row of this.rows.teams) this.planTeam(row);
    const isEveryKeyClosed = noteOtherTables(this.rows, this.restrictions, this.budgets);
    const keys = this.rows.keys.flatMap((row) => this.planKey(row, isEveryKeyClosed) ?? []);
    for (const { holder, inside, outside, team } of this.homes.values()) {
      const keysOfAll = inside + outside;
      this.budgets.addTeam(pathOf(holder), team, holder.row, keysOfAll === 0 ? 1 : inside / keysOfAll);
    }
    const findings = putRestrictionsFirst(this.restrictions.findings);
    const { budgets, hasTags } = this.budgets;
    return { teams: [...this.teams.values()], users, keys, budgets, tag: hasTags ? IMPORTED_TAG : undefined, findings };
  }

  private planUsers(): PlannedUser[] {
    const users = new Map<string, PlannedUser>();
    for (const row of this.rows.users) {
      const id = textOf(row, 'user_id') ?? '';
      const path = pathOf({ kind: 'user', id });
      this.restrictions.isHolderClosed({ kind: 'user', id, row });
      const email = textOf(row, 'user_email')?.toLowerCase();
      if (email === undefined || !EMAIL.test(email)) {
        const message = 'The person has no e-mail address. Keys of the person have no owner.';
        this.restrictions.note(path, 'unsupported', message);
        continue;
      }
      this.emails.set(id, email);
      users.set(email, { email, name: toName(textOf(row, 'user_alias') ?? email) });
      this.restrictions.note(
        path,
        'approximate',
        'Became a member of the organization. The person signs in with single sign-on, or with a password that an owner sets.',
      );
      if (textOf(row, 'user_role')?.startsWith('proxy_admin')) {
        this.restrictions.note(
          `${path}.user_role`,
          'manual',
          'Administrators become members. Give the role org_admin or owner to those who need it.',
        );
      }
    }
    return [...users.values()];
  }

  private planTeam(row: DatabaseRow): void {
    const id = textOf(row, 'team_id') ?? '';
    if (id === DASHBOARD_TEAM) return;
    const holder: Holder = { kind: 'team', id, row };
    const path = pathOf(holder);
    const name = this.freeName(toName(textOf(row, 'team_alias') ?? id));
    this.homes.set(`team ${id}`, { holder, team: name, inside: 0, outside: 0 });
    const members = Array.isArray(row.members_with_roles) ? row.members_with_roles.filter(isRecord) : [];
    const emails = members.flatMap((member) => this.emails.get(String(member.user_id)) ?? []);
    const organization = this.index.organizations.get(String(row.organization_id));
    const ofOrganization =
      organization === undefined
        ? null
        : this.modelsOf({ kind: 'organization', id: String(row.organization_id), row: organization });
    const limits = readLimits((column) => ownLimit(row, column));
    const isClosed = this.restrictions.isHolderClosed(holder) || limits.isClosed;
    this.addTeam({
      name,
      allowedModels: intersect(this.modelsOf(holder), ofOrganization),
      ...limits.numbers,
      members: [...new Set(emails)],
    });
    this.restrictions.note(
      path,
      isClosed ? 'approximate' : 'exact',
      `Became a team with its models and limits.${isClosed ? ' Its keys are disabled.' : ''}`,
    );
  }

  private planKey(row: DatabaseRow, isEveryKeyClosed: boolean): PlannedKey | undefined {
    const hash = textOf(row, 'token') ?? '';
    const name = toName(textOf(row, 'key_alias') ?? textOf(row, 'key_name') ?? hash.slice(0, 12));
    const path = `LiteLLM_VerificationToken[${name}]`;
    if (!isKeyRow(row)) {
      this.noteNoKey(row, path);
      return undefined;
    }
    const holders = this.index.holdersOf(row);
    const models = this.modelsOfKey(row, holders, path);
    const home = this.homeOf(row);
    const team = this.chooseTeam(home?.team, models, name, path);
    const isHome = home?.team === team;
    if (home !== undefined) home[isHome ? 'inside' : 'outside'] += 1;
    const inside = isHome ? home : undefined;
    const budget = this.budgetOf(row, holders, path, inside);
    const limits = readLimits((column) => this.limitOf(row, holders, column));
    const expiresAt = timeOf(row, 'expires');
    this.budgets.addKey(path, name, hash, row);
    // Every reason is looked at, so that the report has all of them.
    const reasons = [
      isEveryKeyClosed,
      row.blocked === true,
      budget?.isSpent === true,
      inside !== undefined && this.budgets.read(inside.holder.row)?.isSpent === true,
      limits.isClosed,
      expiresAt === undefined && this.restrictions.close(path, 'expires', 'The time cannot be read.'),
      this.restrictions.inspect(path, row, KEY_RULES, KNOWN_COLUMNS.key),
      this.restrictions.areReferencesClosed(path, row),
      ...holders.map((holder) => this.restrictions.isHolderClosed(holder)),
      ...this.findMissing(row, path),
    ];
    const disabled = reasons.includes(true);
    this.restrictions.note(
      path,
      disabled ? 'approximate' : 'exact',
      disabled ? 'The same key. It is disabled until an administrator enables it.' : 'The same key authenticates.',
    );
    const email = this.emails.get(textOf(row, 'user_id') ?? '');
    return {
      hash,
      name,
      hint: toName(textOf(row, 'key_name') ?? 'sk-…').slice(0, 40),
      team,
      owner: email !== undefined && this.teams.get(team)?.members.includes(email) ? email : undefined,
      ...limits.numbers,
      budgetUsd: budget?.usd ?? 0,
      budgetResetPeriod: budget?.period ?? 'monthly',
      expiresAt: expiresAt ?? null,
      disabled,
    };
  }

  private noteNoKey(row: DatabaseRow, path: string): void {
    if (row.team_id === DASHBOARD_TEAM)
      this.restrictions.note(path, 'approximate', 'A session of the dashboard, and no key. It was left out.');
    else this.restrictions.note(path, 'unsupported', 'The row holds no SHA-256 of a key. It was left out.');
  }

  /** A reference of a key that LiteLLM does not have restricts in an unknown way. */
  private *findMissing(row: DatabaseRow, path: string): Generator<boolean> {
    for (const [column, rows] of [
      ['team_id', this.index.teams],
      ['organization_id', this.index.organizations],
      ['project_id', this.index.projects],
    ] as const) {
      const id = textOf(row, column);
      if (id !== undefined && !rows.has(id))
        yield this.restrictions.close(path, column, 'It names a row that was not found.');
    }
    const team = this.index.teams.get(textOf(row, 'team_id') ?? '');
    const organizationId = team && textOf(team, 'organization_id');
    if (organizationId !== undefined && !this.index.organizations.has(organizationId)) {
      yield this.restrictions.close(path, 'organization_id', 'The organization of its team was not found.');
    }
  }

  /** Models that a row and its permissions and budget allow. */
  private modelsOf({ kind, id, row }: Holder): ModelList {
    const known = this.models.get(`${kind} ${id}`);
    if (known !== undefined) return known;
    const models = this.readLists(pathOf({ kind, id }), row, OWNERS[kind]);
    this.models.set(`${kind} ${id}`, models);
    return models;
  }

  private readLists(path: string, row: DatabaseRow, owner: ListOwner): ModelList {
    const own = this.readList(path, row, 'models', owner);
    const permission = this.index.permissions.get(textOf(row, 'object_permission_id') ?? '');
    const ofPermission = permission ? this.readList(`${path}.object_permission`, permission, 'models', 'other') : null;
    const budget = this.index.budgets.get(textOf(row, 'budget_id') ?? '');
    const ofBudget = budget ? this.readList(`${path}.budget`, budget, 'allowed_models', owner) : null;
    const models = intersect(intersect(own, ofPermission), ofBudget);
    const aliasRow = this.index.teamAliases.get(String(row.model_id));
    const aliases = [
      ...this.restrictions.readAliases(path, 'aliases', row.aliases),
      ...this.restrictions.readAliases(path, 'model_aliases', aliasRow?.model_aliases ?? aliasRow?.aliases),
    ];
    if (aliases.length === 0) return models;
    if (models !== null && !aliases.includes('*')) return models.filter((model) => !aliases.includes(model));
    return this.restrictions.close(path, 'aliases', 'A list of all models but these names cannot be written.')
      ? []
      : models;
  }

  private readList(path: string, row: DatabaseRow, column: string, owner: ListOwner): ModelList {
    const { models, lost } = readModels(row, column, owner, this.index.groups);
    if (lost.length > 0) {
      this.restrictions.note(
        `${path}.${column}`,
        'manual',
        `There are no wildcards, and no groups of models. ${lost.length} of the entries became no model: add the models to the team.`,
      );
    }
    return models;
  }

  private modelsOfKey(row: DatabaseRow, holders: readonly Holder[], path: string): ModelList {
    const isPersonal = textOf(row, 'team_id') === undefined;
    let models = this.readLists(path, row, isPersonal ? 'other' : 'in-team');
    for (const holder of holders) {
      // LiteLLM asks the list of a person for keys without a team only.
      if (holder.kind !== 'user' || isPersonal) models = intersect(models, this.modelsOf(holder));
    }
    return models;
  }

  /** @param home The team that the key is in, if it is that of one of the holders: a rule counts the budget of that one. */
  private budgetOf(row: DatabaseRow, holders: readonly Holder[], path: string, home?: Home): Budget | undefined {
    const own = readBudget(row, this.index.budgets.get(textOf(row, 'budget_id') ?? ''), this.now);
    let budget = own;
    if (own !== undefined)
      this.restrictions.note(`${path}.max_budget`, own.period === 'never' ? 'exact' : 'approximate', own.message);
    for (const holder of holders) {
      if (holder.kind === 'user' && textOf(row, 'team_id') !== undefined) continue;
      if (isOf(home, holder)) continue;
      const shared = readBudget(holder.row, this.index.budgets.get(textOf(holder.row, 'budget_id') ?? ''), this.now);
      if (shared === undefined) continue;
      budget = joinBudgets(budget, shareBudget(shared, this.index.sharersOf(holder)));
      this.restrictions.note(
        `${path}.${holder.kind}.max_budget`,
        'approximate',
        `The budget of ${pathOf(holder)} is shared out: the key has an equal part of it, in the longest of its periods.`,
      );
    }
    return budget;
  }

  /** The smallest of the limits that hold for a key, those of many in equal parts. Those of teams stay with the team. */
  private limitOf(row: DatabaseRow, holders: readonly Holder[], column: string): Limit {
    const ofBudget = (of: DatabaseRow): Limit => {
      const budget = this.index.budgets.get(textOf(of, 'budget_id') ?? '');
      return budget ? ownLimit(budget, column) : 'unlimited';
    };
    const own = ownLimit(row, column);
    let limit = own === 'unlimited' ? ofBudget(row) : own;
    for (const holder of holders) {
      const shared = smallerLimit(ownLimit(holder.row, column), ofBudget(holder.row));
      if (holder.kind === 'team' && shared !== 'none') continue;
      limit = smallerLimit(limit, sharedLimit(shared, this.index.sharersOf(holder)));
    }
    return limit;
  }

  /** The team of LiteLLM that a key is in, or that of a person whose keys without a team share a budget. */
  private homeOf(row: DatabaseRow): Home | undefined {
    const teamId = textOf(row, 'team_id');
    if (teamId !== undefined) return this.homes.get(`team ${teamId}`);
    const id = textOf(row, 'user_id') ?? '';
    const known = this.homes.get(`user ${id}`);
    const person = this.index.users.get(id);
    if (known !== undefined || person === undefined) return known;
    if (this.budgets.read(person) === undefined) return undefined;
    const holder: Holder = { kind: 'user', id, row: person };
    const email = this.emails.get(id);
    const team = this.freeName(toName(textOf(person, 'user_alias') ?? email ?? id));
    const members = email === undefined ? [] : [email];
    this.addTeam({ name: team, allowedModels: this.modelsOf(holder), ...NO_LIMITS, members });
    this.restrictions.note(
      `${pathOf(holder)}.keys`,
      'approximate',
      `Keys of the person without a team are in the team ${team}, which has the models and the budget of the person.`,
    );
    const home: Home = { holder, team, inside: 0, outside: 0 };
    this.homes.set(`user ${id}`, home);
    return home;
  }

  /** The team of a key, or one of its own where its models are others than those of its team. */
  private chooseTeam(named: string | undefined, models: ModelList, keyName: string, path: string): string {
    const base = named === undefined ? this.teamOfOthers() : this.teams.get(named);
    if (base === undefined || isSame(models, base.allowedModels)) return base?.name ?? TEAM_OF_OTHERS;
    const name = this.freeName(toName(`${base.name.slice(0, 60)} (${keyName.slice(0, 50)})`));
    this.addTeam({ ...base, name, allowedModels: models });
    this.restrictions.note(
      `${path}.models`,
      'approximate',
      `Keys have the models of their team: the key got a team of its own, ${name}. Limits of the team apply to it alone.`,
    );
    return name;
  }

  private teamOfOthers(): PlannedTeam {
    const found = this.teams.get(TEAM_OF_OTHERS);
    if (found !== undefined) return found;
    const team = { name: TEAM_OF_OTHERS, allowedModels: null, ...NO_LIMITS, members: [] };
    this.takenNames.add(TEAM_OF_OTHERS);
    this.addTeam(team);
    this.restrictions.note(
      'LiteLLM_VerificationToken',
      'approximate',
      `Keys without a team are in the team ${TEAM_OF_OTHERS}, which has every model, or in a team of their own.`,
    );
    return team;
  }

  private addTeam(team: PlannedTeam): void {
    this.teams.set(team.name, team);
  }

  /** Names of teams are unique regardless of case. */
  private freeName(name: string): string {
    let free = name;
    for (
      let number = 2;
      this.takenNames.has(free.toLowerCase()) || free.toLowerCase() === TEAM_OF_OTHERS;
      number += 1
    ) {
      free = `${name} ${number}`;
    }
    this.takenNames.add(free.toLowerCase());
    return free;
  }
}

/** True if a team has the keys of a holder. */
const isOf = (home: Home | undefined, { id, kind }: Holder): boolean =>
  home?.holder.kind === kind && home.holder.id === id;
