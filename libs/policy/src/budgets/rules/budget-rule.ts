import { createHash } from 'node:crypto';
import {
  BUDGET_SCOPES,
  type BudgetAction,
  type BudgetScope,
  type BudgetUnit,
  type BudgetWindowLength,
  type Weekday,
} from '@multilane/contracts';
import type { BudgetLedger } from '../budget-ledger.js';
import type { RuleShare } from '../budget-share.js';
import { BudgetWindow } from '../budget-window.js';
import { LearnedCosts } from '../learned-costs.js';

/** A temporary change of a rule's amount. */
export interface BudgetRaise {
  /** Amount until then, in the unit of the rule. */
  readonly amount: number;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** Settings of a budget rule (docs/contract/budgets.md#rules). */
export interface BudgetRuleSettings {
  /** Names the rule for all processes: its id in the database, or the name of one of gateway.yaml. */
  readonly id: string;
  readonly name: string;
  readonly isDeclared: boolean;
  /** The id of its organization; the name for one of gateway.yaml. */
  readonly organization: string;
  /** Undefined: every workspace of the organization, and its team-scoped callers. */
  readonly workspaceId: string | undefined;
  readonly scope: BudgetScope;
  /** The one that is meant; undefined: every one of the scope. */
  readonly value: string | undefined;
  /** The dimension by which requests are counted apart; `shared`: all together. */
  readonly appliesPer: BudgetScope | 'shared';
  readonly unit: BudgetUnit;
  readonly amount: number;
  readonly raise: BudgetRaise | undefined;
  readonly window: BudgetWindow;
  readonly carriesOver: boolean;
  readonly action: BudgetAction;
  /** Model, virtual model or routing config that requests continue on; only of `downgrade`. */
  readonly downgradeTo: string | undefined;
  readonly includesMedia: boolean;
}

/** A budget rule as gateway.yaml and the database have it. */
export interface BudgetRuleDefinition {
  readonly name: string;
  readonly scope: BudgetScope;
  readonly value?: string | undefined;
  readonly applies_per?: BudgetScope | 'shared' | undefined;
  readonly amount: number;
  readonly unit: BudgetUnit;
  readonly window: BudgetWindowLength;
  readonly rolling: boolean;
  readonly time_zone: string;
  readonly week_start: Weekday;
  readonly fiscal_year_start: number;
  readonly carry_over: boolean;
  readonly action: BudgetAction;
  readonly downgrade_to?: string | undefined;
  readonly include_media: boolean;
  readonly raise?: { readonly amount: number; readonly until: string } | undefined;
}

/** Reads a rule of gateway.yaml. Its name stays when the database answers and the organization gets its id. */
export function readDeclaredRule(definition: BudgetRuleDefinition, organization: string): BudgetRule {
  return readBudgetRule(definition, { id: definition.name, isDeclared: true, organization, workspaceId: undefined });
}

/** Reads a rule of the database. */
export function readStoredRule(
  definition: BudgetRuleDefinition,
  { id, organizationId, workspaceId }: StoredRulePlace,
): BudgetRule {
  const place = { id, isDeclared: false, organization: organizationId, workspaceId: workspaceId ?? undefined };
  return readBudgetRule(definition, place);
}

export interface StoredRulePlace {
  readonly id: string;
  readonly organizationId: string;
  /** Null: every workspace of the organization. */
  readonly workspaceId: string | null;
}

/** Reads a rule. @param place Where it holds, and what names it */
export function readBudgetRule(
  definition: BudgetRuleDefinition,
  place: Pick<BudgetRuleSettings, 'id' | 'isDeclared' | 'organization' | 'workspaceId'>,
): BudgetRule {
  const { action, amount, name, raise, scope, unit, value } = definition;
  return new BudgetRule({
    ...place,
    name,
    scope,
    value,
    appliesPer: definition.applies_per ?? (value === undefined && scope !== 'organization' ? scope : 'shared'),
    unit,
    amount,
    raise: raise && { amount: raise.amount, until: Date.parse(raise.until) },
    window: new BudgetWindow({
      length: definition.window,
      timeZone: definition.time_zone,
      weekStart: definition.week_start,
      fiscalYearStart: definition.fiscal_year_start,
      isRolling: definition.rolling,
    }),
    carriesOver: definition.carry_over,
    action,
    downgradeTo: definition.downgrade_to,
    includesMedia: definition.include_media,
  });
}

/** A rule that a request matches. */
export class MatchedRule {
  /** Share of the last request that was counted on the same account; whoever sets it says until when it holds. */
  lastShare: LastShare | undefined = undefined;
  private name: string | undefined = undefined;

  /** @param part Part that the request is counted by; undefined: with all others */
  constructor(
    readonly rule: BudgetRule,
    readonly part: string | undefined,
  ) {}

  /** Name of the account that it is counted on. Worked out when somebody asks: accounts in use are found by their part. */
  get account(): string {
    this.name ??= this.part === undefined ? this.rule.account : partAccount(this.rule.account, this.part);
    return this.name;
  }
}

/** Share in the budget of a rule that further requests have too. */
export interface LastShare {
  readonly ledger: BudgetLedger;
  readonly share: RuleShare;
  /** Milliseconds since the epoch. */
  readonly from: number;
  /** Milliseconds since the epoch: end of the period, or of a temporary raise. */
  readonly until: number;
}

/** A budget rule, ready for requests. */
export class BudgetRule {
  /** Account of a rule whose requests are counted together; others add their part. */
  readonly account: string;
  /** Scope that a refusal names. */
  readonly refusedScope: BudgetScope;
  readonly costs = new LearnedCosts();
  /** Place of the scope that a refusal names: the outermost is 0. */
  readonly rank: number;
  private lastMatch: MatchedRule | undefined = undefined;

  constructor(readonly settings: BudgetRuleSettings) {
    const { appliesPer, scope } = settings;
    this.account = ruleAccount(settings);
    this.refusedScope = appliesPer === 'shared' ? scope : appliesPer;
    this.rank = BUDGET_SCOPES.indexOf(this.refusedScope);
  }

  /** The rule as a request matches it. The same for requests of the same part that follow each other. */
  matchPart(part: string | undefined): MatchedRule {
    const last = this.lastMatch;
    if (last !== undefined && last.part === part) return last;
    this.lastMatch = new MatchedRule(this, part);
    return this.lastMatch;
  }

  /** True if each of something has the whole amount; false if all requests are counted together. */
  get isApart(): boolean {
    return this.settings.appliesPer !== 'shared' && this.settings.appliesPer !== 'organization';
  }

  /** @param epochMs The time of day, in milliseconds since the epoch */
  limitAt(epochMs: number): number {
    return limitAt(this.settings, epochMs);
  }
}

/** Limit of a rule at a moment, with a temporary raise. */
export function limitAt({ amount, raise }: Pick<BudgetRuleSettings, 'amount' | 'raise'>, epochMs: number): number {
  return raise !== undefined && epochMs < raise.until ? raise.amount : amount;
}

/** Account of a rule. Another unit or window is another account: it starts from zero. */
function ruleAccount({
  id,
  isDeclared,
  organization,
  unit,
  window,
}: Pick<BudgetRuleSettings, 'id' | 'isDeclared' | 'organization' | 'unit' | 'window'>): string {
  const owner = isDeclared
    ? `declared-rule:${nameOf(`${encodeURIComponent(organization)}/${encodeURIComponent(id)}`)}`
    : `rule:${id}`;
  return `${owner}:${unit}:${window.tag}`;
}

/** Account of one of those that a rule counts apart. @param part What they are counted by, such as a customer */
export function partAccount(account: string, part: string): string {
  return `${account}:${nameOf(encodeURIComponent(part))}`;
}

/** Longest name that an account has as it is: an index of PostgreSQL takes 2,704 bytes, and a name has two such parts. */
const LONGEST_NAME = 900;

/** A name, or its hash if it is too long for the index of accounts. No encoded name begins as a hash does. */
function nameOf(encoded: string): string {
  return encoded.length <= LONGEST_NAME ? encoded : `=${createHash('sha256').update(encoded).digest('base64url')}`;
}

/** Part of an account's name, by its hash if it is long; undefined for the account of a rule that counts all requests together. */
export function partOfAccount(account: string, ruleOwn: string): string | undefined {
  if (!account.startsWith(`${ruleOwn}:`)) return undefined;
  return decodeURIComponent(account.slice(ruleOwn.length + 1));
}
