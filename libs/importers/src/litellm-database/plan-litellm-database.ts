import { isRecord } from '@multilane/contracts';
import type { FindingStatus, ImportFinding } from '../import-result.js';
import {
  type DatabaseRow,
  type DatabaseRows,
  limitOf,
  numberOf,
  type PlannedKey,
  type PlannedTeam,
  type PlannedUser,
  textOf,
  toName,
} from './database-rows.js';
import { readBudget } from './read-budget.js';
import { isSame, readModels } from './read-models.js';

export interface DatabasePlan {
  readonly teams: readonly PlannedTeam[];
  readonly users: readonly PlannedUser[];
  readonly keys: readonly PlannedKey[];
  readonly findings: readonly ImportFinding[];
}

/** Keys without a team need one. */
const TEAM_OF_OTHERS = 'imported';
const HASH = /^[0-9a-f]{64}$/;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,180}\.[^\s@]{2,}$/;

/**
 * What the teams, people and keys of a LiteLLM database become. Nobody gets more models than before: a key with a list of
 * models of its own gets a team of its own.
 */
export function planLitellmDatabase(rows: DatabaseRows): DatabasePlan {
  return new Planner(rows).plan();
}

class Planner {
  private readonly findings: ImportFinding[] = [];
  private readonly teams = new Map<string, PlannedTeam>();
  /** Names of teams by the ids of LiteLLM. */
  private readonly teamNames = new Map<string, string>();
  private readonly takenNames = new Set<string>();
  private readonly blockedTeams = new Set<string>();
  /** E-mail addresses by the ids of LiteLLM. */
  private readonly emails = new Map<string, string>();

  constructor(private readonly rows: DatabaseRows) {}

  plan(): DatabasePlan {
    const users = this.planUsers();
    for (const row of this.rows.teams) this.planTeam(row);
    const budgets = new Map(this.rows.budgets.map((row) => [textOf(row, 'budget_id'), row]));
    const keys = this.rows.keys.flatMap((row) => this.planKey(row, budgets.get(textOf(row, 'budget_id'))) ?? []);
    return { teams: [...this.teams.values()], users, keys, findings: this.findings };
  }

  private note(path: string, status: FindingStatus, message: string): void {
    this.findings.push({ path, status, message });
  }

  private planUsers(): PlannedUser[] {
    const users = new Map<string, PlannedUser>();
    for (const row of this.rows.users) {
      const id = textOf(row, 'user_id') ?? '';
      const path = `LiteLLM_UserTable[${toName(id)}]`;
      const email = textOf(row, 'user_email')?.toLowerCase();
      if (email === undefined || !EMAIL.test(email)) {
        this.note(path, 'unsupported', 'The person has no e-mail address. Keys of the person have no owner.');
        continue;
      }
      this.emails.set(id, email);
      users.set(email, { email, name: toName(textOf(row, 'user_alias') ?? email) });
      this.note(
        path,
        'approximate',
        'Became a member of the organization. The person signs in with single sign-on, or with a password that an owner sets.',
      );
      if (textOf(row, 'user_role')?.startsWith('proxy_admin')) {
        this.note(
          `${path}.user_role`,
          'manual',
          'Administrators become members. Give the role org_admin or owner to those who need it.',
        );
      }
      if (numberOf(row, 'max_budget') !== undefined) {
        this.note(`${path}.max_budget`, 'manual', 'People have no budget. Set budgets of keys and teams.');
      }
    }
    return [...users.values()];
  }

  private planTeam(row: DatabaseRow): void {
    const id = textOf(row, 'team_id') ?? '';
    const path = `LiteLLM_TeamTable[${toName(id)}]`;
    const name = this.freeName(toName(textOf(row, 'team_alias') ?? id));
    this.teamNames.set(id, name);
    if (row.blocked === true) this.blockedTeams.add(id);
    const members = Array.isArray(row.members_with_roles) ? row.members_with_roles.filter(isRecord) : [];
    const emails = members.flatMap((member) => this.emails.get(String(member.user_id)) ?? []);
    this.addTeam({
      name,
      allowedModels: readModels(row, null),
      rpmLimit: limitOf(row, 'rpm_limit'),
      tpmLimit: limitOf(row, 'tpm_limit'),
      members: [...new Set(emails)],
    });
    this.note(path, 'exact', 'Became a team with its models and limits.');
    if (numberOf(row, 'max_budget') !== undefined) {
      this.note(
        `${path}.max_budget`,
        'manual',
        'Teams have a budget of tokens, not of dollars: set `token_budget_monthly`, or budgets of its keys.',
      );
    }
    if (row.blocked === true) this.note(`${path}.blocked`, 'approximate', 'The keys of the team are disabled.');
  }

  private planKey(row: DatabaseRow, shared: DatabaseRow | undefined): PlannedKey | undefined {
    const hash = textOf(row, 'token') ?? '';
    const name = toName(textOf(row, 'key_alias') ?? textOf(row, 'key_name') ?? hash.slice(0, 12));
    const path = `LiteLLM_VerificationToken[${name}]`;
    if (!HASH.test(hash)) {
      this.note(path, 'unsupported', 'The row holds no SHA-256 of a key. It was left out.');
      return undefined;
    }
    const teamId = textOf(row, 'team_id');
    const team = this.chooseTeam(row, name, path);
    const budget = readBudget(row, shared);
    if (budget.finding !== undefined) this.note(`${path}.max_budget`, ...budget.finding);
    const expires = Date.parse(textOf(row, 'expires') ?? '');
    const isBlocked = row.blocked === true || (teamId !== undefined && this.blockedTeams.has(teamId));
    this.note(path, 'exact', 'The same key authenticates.');
    this.noteOthers(row, path);
    const email = this.emails.get(textOf(row, 'user_id') ?? '');
    return {
      hash,
      name,
      hint: (textOf(row, 'key_name') ?? 'sk-…').slice(0, 40),
      team,
      owner: email !== undefined && this.teams.get(team)?.members.includes(email) ? email : undefined,
      rpmLimit: limitOf(row, 'rpm_limit') || (shared ? limitOf(shared, 'rpm_limit') : 0),
      tpmLimit: limitOf(row, 'tpm_limit') || (shared ? limitOf(shared, 'tpm_limit') : 0),
      budgetUsd: budget.budgetUsd,
      budgetResetPeriod: budget.budgetResetPeriod,
      expiresAt: Number.isNaN(expires) ? null : new Date(expires),
      disabled: isBlocked || budget.isSpent,
    };
  }

  /** The team of a key, or one of its own where its models are others than those of its team. */
  private chooseTeam(row: DatabaseRow, keyName: string, path: string): string {
    const named = this.teamNames.get(textOf(row, 'team_id') ?? '');
    const base = named === undefined ? this.teamOfOthers() : this.teams.get(named);
    const models = readModels(row, base?.allowedModels ?? null);
    if (base === undefined || isSame(models, base.allowedModels)) return base?.name ?? TEAM_OF_OTHERS;
    const name = this.freeName(toName(`${base.name.slice(0, 60)} (${keyName.slice(0, 50)})`));
    this.addTeam({ ...base, name, allowedModels: models });
    this.note(
      `${path}.models`,
      'approximate',
      `Keys have the models of their team: the key got a team of its own, ${name}. Limits of the team apply to it alone.`,
    );
    return name;
  }

  private teamOfOthers(): PlannedTeam {
    const found = this.teams.get(TEAM_OF_OTHERS);
    if (found !== undefined) return found;
    const team = { name: TEAM_OF_OTHERS, allowedModels: null, rpmLimit: 0, tpmLimit: 0, members: [] };
    this.takenNames.add(TEAM_OF_OTHERS);
    this.addTeam(team);
    this.note(
      'LiteLLM_VerificationToken',
      'approximate',
      `Keys without a team are in the team ${TEAM_OF_OTHERS}, which has every model.`,
    );
    return team;
  }

  private noteOthers(row: DatabaseRow, path: string): void {
    for (const [column, message] of Object.entries(COLUMNS_WITHOUT_COUNTERPART)) {
      const value = row[column];
      const isEmpty =
        value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
      if (!isEmpty) this.note(`${path}.${column}`, 'manual', message);
    }
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

const COLUMNS_WITHOUT_COUNTERPART: Readonly<Record<string, string>> = {
  aliases: 'Keys have no aliases of models. Add the aliases to the models.',
  max_parallel_requests: 'Parallel requests are not limited. Use limits of requests per minute.',
  tpd_limit: 'Add a rate limit policy with `tokens_per_day` for the key.',
  model_max_budget: 'Keys have one budget for all models.',
  budget_limits: 'Keys have one budget for all models.',
  allowed_routes: 'Routes are not limited by name.',
  permissions: 'Limit the key with guardrails and the models of its team.',
};
