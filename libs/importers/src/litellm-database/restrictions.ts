import { isRecord } from '@multilane/contracts';
import type { FindingStatus, ImportFinding } from '../import-result.js';
import { isBlank } from '../is-blank.js';
import {
  BUDGET_RULES,
  inspectColumns,
  KNOWN_COLUMNS,
  ORGANIZATION_RULES,
  PERMISSION_RULES,
  PROJECT_RULES,
  type Rules,
  TEAM_RULES,
  USER_RULES,
} from './column-rules.js';
import { type DatabaseRow, textOf, toName } from './database-rows.js';
import type { Holder, RowIndex } from './row-index.js';

const MEMBERSHIP_COLUMNS = new Set(['user_id', 'team_id', 'organization_id', 'user_role', 'spend', 'budget_id']);

const HOLDERS: Readonly<Record<Holder['kind'], readonly [table: string, rules: Rules, known: ReadonlySet<string>]>> = {
  team: ['LiteLLM_TeamTable', TEAM_RULES, KNOWN_COLUMNS.team],
  user: ['LiteLLM_UserTable', USER_RULES, KNOWN_COLUMNS.user],
  organization: ['LiteLLM_OrganizationTable', ORGANIZATION_RULES, KNOWN_COLUMNS.organization],
  project: ['LiteLLM_ProjectTable', PROJECT_RULES, KNOWN_COLUMNS.project],
  membership: [
    'LiteLLM_TeamMembership',
    {},
    new Set([...MEMBERSHIP_COLUMNS, 'total_spend', 'created_at', 'updated_at', 'budget_reset_at']),
  ],
};

export const pathOf = ({ kind, id }: Pick<Holder, 'kind' | 'id'>): string => `${HOLDERS[kind][0]}[${toName(id)}]`;

/**
 * Restrictions that cannot be kept. Each is reported once, and closes the keys that it holds for, unless the operator
 * has opened it by name.
 */
export class Restrictions {
  readonly findings: ImportFinding[] = [];
  private readonly closedRows = new Map<string, boolean>();

  /** @param opened names of columns, and of members of `metadata`, that close nothing */
  constructor(
    private readonly index: RowIndex,
    private readonly opened: ReadonlySet<string>,
  ) {}

  note(path: string, status: FindingStatus, message: string): void {
    this.findings.push({ path, status, message });
  }

  /** Reports a lost restriction. Whether it closes. */
  close(path: string, column: string, message: string): boolean {
    return this.closeAs(`${path}.${column}`, column.replace(/^metadata\./, ''), message, column);
  }

  /** The same for one that operators open by a name other than its column. */
  closeAs(path: string, name: string, message: string, column = name): boolean {
    const isOpened = this.opened.has(column) || this.opened.has(name);
    this.note(
      path,
      'opens_access',
      `${message} ${isOpened ? 'It was opened with --open.' : `Keys that it holds for are disabled: --open ${name} leaves them enabled.`}`,
    );
    return !isOpened;
  }

  /** True if columns of a row close. */
  inspect(path: string, row: DatabaseRow, rules: Rules, known: ReadonlySet<string>): boolean {
    let isClosed = false;
    for (const { column, status, message } of inspectColumns(row, rules, known)) {
      if (status !== 'opens_access') this.note(`${path}.${column}`, status, message);
      else if (this.close(path, column, message)) isClosed = true;
    }
    return isClosed;
  }

  /** True if a team, person, organization, project or membership closes its keys. */
  isHolderClosed(holder: Holder): boolean {
    return this.once(`${holder.kind} ${holder.id}`, () => {
      const [, rules, known] = HOLDERS[holder.kind];
      const path = pathOf(holder);
      const byColumns = this.inspect(path, holder.row, rules, known);
      const byReferences = this.areReferencesClosed(path, holder.row);
      this.noteWarning(path, holder);
      if (holder.row.blocked === true) this.note(`${path}.blocked`, 'approximate', 'Its keys are disabled.');
      return byColumns || byReferences || holder.row.blocked === true;
    });
  }

  /** True if the budget and the permissions that a row names close, or are not there. */
  areReferencesClosed(path: string, row: DatabaseRow): boolean {
    return [
      this.isNamedClosed(
        path,
        row,
        'budget_id',
        this.index.budgets,
        'LiteLLM_BudgetTable',
        BUDGET_RULES,
        KNOWN_COLUMNS.budget,
      ),
      this.isNamedClosed(
        path,
        row,
        'object_permission_id',
        this.index.permissions,
        'LiteLLM_ObjectPermissionTable',
        PERMISSION_RULES,
        KNOWN_COLUMNS.permission,
      ),
    ].includes(true);
  }

  /** Names that a row gives to other models: what they would be without it is not theirs. */
  readAliases(path: string, column: string, aliases: unknown): readonly string[] {
    const value = typeof aliases === 'string' ? safeParse(aliases) : aliases;
    if (isBlank(value)) return [];
    const names = isRecord(value) ? Object.keys(value) : ['*'];
    this.note(
      `${path}.${column}`,
      'manual',
      'Keys and teams have no names of their own for models: these names are not allowed. Add them to the models.',
    );
    return names;
  }

  /** Those of teams and people become budget rules; the others hold for keys that no rule counts together. */
  private noteWarning(path: string, { kind, row }: Holder): void {
    const budget = this.index.budgets.get(textOf(row, 'budget_id') ?? '');
    if (kind === 'team' || kind === 'user' || budget === undefined || isBlank(budget.soft_budget)) return;
    this.note(`${path}.soft_budget`, 'manual', 'Left out. Add budget rules with the action `alert` for its teams.');
  }

  private isNamedClosed(
    path: string,
    row: DatabaseRow,
    column: string,
    rows: ReadonlyMap<string, DatabaseRow>,
    table: string,
    rules: Rules,
    known: ReadonlySet<string>,
  ): boolean {
    const id = textOf(row, column);
    if (id === undefined) return false;
    const named = rows.get(id);
    if (named === undefined) return this.close(path, column, 'It names a row that was not found.');
    return this.once(`${table} ${id}`, () => this.inspect(`${table}[${toName(id)}]`, named, rules, known));
  }

  private once(key: string, work: () => boolean): boolean {
    const known = this.closedRows.get(key);
    if (known !== undefined) return known;
    const isClosed = work();
    this.closedRows.set(key, isClosed);
    return isClosed;
  }
}

function safeParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // An unreadable value counts as a name for everything.
    return text;
  }
}
