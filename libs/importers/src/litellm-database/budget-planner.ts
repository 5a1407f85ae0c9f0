import { isCustomer, TAG_VALUE } from '@multilane/contracts';
import { isBlank } from '../is-blank.js';
import { listWindows } from './budget-windows.js';
import { BUDGET_RULES, inspectColumns, KNOWN_COLUMNS } from './column-rules.js';
import { type DatabaseRow, type PlannedBudget, textOf, toName } from './database-rows.js';
import { type RuleBudget, readRuleBudget, windowOf } from './read-rule-budget.js';
import type { Restrictions } from './restrictions.js';
import type { RowIndex } from './row-index.js';

/** Tag that the values of LiteLLM's tags have here: LiteLLM has tags without names. */
export const IMPORTED_TAG = 'tag';

/** Budgets that one import makes at most: each is kept in the memory of every gateway. */
const MOST_BUDGETS = 10_000;

/** Room for words behind a name, in the 128 characters of a rule's. */
const LONGEST_SUBJECT = 80;

/** Owner of a budget. */
interface Owner {
  /** Path of its row in the report. */
  readonly path: string;
  readonly scope: PlannedBudget['scope'];
  readonly value: string;
  /** Name for people, such as `team research`. */
  readonly subject: string;
}

/** Makes budget rules of LiteLLM's budgets, with a line of the report for each column. */
export class BudgetPlanner {
  readonly budgets: PlannedBudget[] = [];
  private readonly names = new Set<string>();

  constructor(
    private readonly index: RowIndex,
    private readonly restrictions: Restrictions,
    private readonly now: Date,
  ) {}

  /** The budget of a row, with that of the budget which it names. */
  read(row: DatabaseRow): RuleBudget | undefined {
    return readRuleBudget(row, this.index.budgets.get(textOf(row, 'budget_id') ?? ''), this.now);
  }

  /**
   * Makes the budget of a team, or of the team of a person's keys.
   *
   * @param share Part of the budget that its keys in teams of their own leave, 0 to 1
   */
  addTeam(path: string, team: string, row: DatabaseRow, share: number): void {
    const budget = this.read(row);
    if (budget === undefined) return;
    const owner: Owner = { path, scope: 'team', value: team, subject: `team ${team}` };
    if (share <= 0) {
      this.restrictions.note(
        `${path}.max_budget`,
        'manual',
        'Each of its keys is in a team of its own, and has an equal part. Set a budget before you make further keys.',
      );
    } else this.add(owner, budget, row, share);
  }

  /** Makes what a key has beside the budget of its own fields: a warning, and several windows. */
  addKey(path: string, name: string, hash: string, row: DatabaseRow): void {
    const owner: Owner = { path, scope: 'api_key', value: hash, subject: `key ${name}` };
    const budget = this.read(row);
    if (budget?.warning !== undefined) this.warn(owner, budget, budget.warning);
    for (const [place, entry] of listWindows(row.budget_limits).entries()) {
      const window = windowOf(entry.duration);
      const column = `${path}.budget_limits[${place}]`;
      if (this.push(owner, { amount: entry.amount, window, action: 'refuse', more: window }, column)) {
        const message = `Became a budget rule of the key, by ${describeWindow(window)}. It begins with nothing spent.`;
        this.restrictions.note(column, 'approximate', message);
      }
    }
  }

  /** Makes the budget of an end user. True if something of it is lost, and closes every key. */
  addCustomer(path: string, row: DatabaseRow): boolean {
    const value = textOf(row, 'user_id') ?? '';
    const message = 'Budgets of this end user are not kept: let the application reject it, and open the others.';
    const isNameable = isCustomer(value);
    return this.addNamed({ path, scope: 'customer', value, subject: `customer ${value}` }, row, {
      opens: 'end_users',
      lost: isNameable ? undefined : `The id cannot be a customer. ${message}`,
      spent: `The budget is spent. ${message}`,
    });
  }

  /** Makes the budget of a tag. True if something of it is lost, and closes every key. */
  addTag(path: string, row: DatabaseRow): boolean {
    const tag = textOf(row, 'tag_name') ?? '';
    const value = `${IMPORTED_TAG}=${tag}`;
    const isLost = this.addNamed({ path, scope: 'tag', value, subject: `tag ${tag}` }, row, {
      opens: 'tags',
      lost: TAG_VALUE.test(tag) ? undefined : 'The name cannot be the value of a tag. Give the tag another name.',
      spent: 'The budget is spent. Requests of any key may have the tag.',
    });
    if (isLost) return true;
    // Clients must change: a budget that counts nothing would let everybody pass.
    const message = `Requests count in the rule if they have \`X-Service-Tags: ${value}\`, or this one tag in \`x-litellm-tags\`. Lists in \`metadata.tags\` are not read.`;
    return this.restrictions.closeAs(`${path}.tag_name`, 'tags', message);
  }

  /** True if some rule counts by a tag of LiteLLM. */
  get hasTags(): boolean {
    return this.budgets.some(({ scope }) => scope === 'tag');
  }

  private addNamed(
    owner: Owner,
    row: DatabaseRow,
    { lost, opens, spent }: { readonly opens: string; readonly lost: string | undefined; readonly spent: string },
  ): boolean {
    const { path } = owner;
    const id = textOf(row, 'budget_id') ?? '';
    const named = this.index.budgets.get(id);
    if (named === undefined)
      return this.restrictions.closeAs(`${path}.budget_id`, opens, 'It names a budget that was not found.');
    if (lost !== undefined) return this.restrictions.closeAs(`${path}.budget_id`, opens, lost);
    let isLost = false;
    for (const column of ['tpm_limit', 'rpm_limit', 'max_parallel_requests', 'allowed_models']) {
      if (isBlank(named[column])) continue;
      const message = 'Only its amounts in dollars became a budget rule. Add a rate limit policy or limit the model.';
      if (this.restrictions.closeAs(`${path}.budget.${column}`, opens, message)) isLost = true;
    }
    for (const { column, message, status } of inspectColumns(named, BUDGET_RULES, KNOWN_COLUMNS.budget)) {
      if (status !== 'opens_access') this.restrictions.note(`${path}.budget.${column}`, status, message);
      else if (this.restrictions.closeAs(`${path}.budget.${column}`, opens, message)) isLost = true;
    }
    const budget = this.read(row);
    if (budget === undefined) {
      this.restrictions.note(`${path}.budget_id`, 'approximate', 'The budget has no amount. Nothing came of it.');
      return isLost;
    }
    if (budget.amount <= 0) return this.restrictions.closeAs(`${path}.max_budget`, opens, spent) || isLost;
    return !this.add(owner, budget, row, 1, opens) || isLost;
  }

  /** Makes the rules of a budget. False if there are too many. */
  private add(owner: Owner, budget: RuleBudget, row: DatabaseRow, share: number, opens?: string): boolean {
    const { path } = owner;
    const { amount, duration, spend, warning, window } = budget;
    if (warning !== undefined) this.warn(owner, budget, warning * share);
    if (!Number.isFinite(amount)) return true;
    const column = `${path}.max_budget`;
    if (amount <= 0) {
      this.restrictions.note(column, 'approximate', 'Nothing is left of the budget: its keys are disabled.');
      return true;
    }
    if (!this.push(owner, { amount: amount * share, window, action: 'refuse' }, column, opens)) return false;
    const part = share < 1 ? ' Keys in teams of their own have an equal part of it each.' : '';
    const rest =
      window === 'total' ? 'the rest, which is never reset' : `${describeWindow(window)}, from nothing spent`;
    const is = window === 'total' && duration === undefined && share === 1 ? 'exact' : 'approximate';
    const closed =
      budget.isSpent && owner.scope === 'team'
        ? ' The budget of this period is spent: its keys are disabled. Enable them when the period ends.'
        : '';
    this.restrictions.note(column, is, `Became a budget rule: ${rest}.${part}${closed}`);
    if (duration !== undefined)
      this.restrictions.note(
        `${path}.budget_duration`,
        'approximate',
        window === 'total'
          ? 'There is no window as long as this: the rule is never reset.'
          : `Became ${describeWindow(window)}, in UTC.`,
      );
    if (!isBlank(row.budget_reset_at) && window !== 'total')
      this.restrictions.note(`${path}.budget_reset_at`, 'approximate', 'The calendar says when the window ends.');
    if (spend > 0)
      this.restrictions.note(
        `${path}.spend`,
        'approximate',
        window === 'total' ? 'It was taken off the amount.' : 'It is not counted in the window that runs.',
      );
    return true;
  }

  private warn(owner: Owner, { window }: RuleBudget, amount: number): void {
    const column = `${owner.path}.soft_budget`;
    if (!this.push(owner, { amount, window, action: 'alert', more: 'warning' }, column)) return;
    this.restrictions.note(
      column,
      'approximate',
      `Became a budget rule that rejects nothing, by ${describeWindow(window)}. Add an alert of the kind \`budget\` to hear of it.`,
    );
  }

  /** False if there are too many rules; that restriction is lost. */
  private push(
    { scope, subject, value }: Owner,
    { more, ...rule }: Pick<PlannedBudget, 'action' | 'amount' | 'window'> & { readonly more?: string },
    column: string,
    opens = column.slice(column.lastIndexOf('.') + 1),
  ): boolean {
    if (this.budgets.length >= MOST_BUDGETS) {
      const message = `One import makes ${MOST_BUDGETS} budget rules at most.`;
      // A warning restricts nothing.
      if (rule.action === 'alert') this.restrictions.note(column, 'unsupported', message);
      else return !this.restrictions.closeAs(column, opens, message);
      return false;
    }
    const words = `imported, ${toName(subject).slice(0, LONGEST_SUBJECT).trim()}${more === undefined ? '' : ` (${more})`}`;
    this.budgets.push({ ...rule, scope, value, name: this.freeName(words) });
    return true;
  }

  private freeName(name: string): string {
    let free = name;
    for (let number = 2; this.names.has(free); number += 1) free = `${name} ${number}`;
    this.names.add(free);
    return free;
  }
}

const describeWindow = (window: PlannedBudget['window']): string =>
  window === 'total' ? 'one budget in total' : `a calendar ${window}`;
