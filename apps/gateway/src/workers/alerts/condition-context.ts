import type { BudgetRuleEntry } from '@multilane/config';
import type { AlertSettings } from '@multilane/contracts';
import type { AlertRecord, AlertRuleRecord, Database } from '@multilane/persistence';
import type { ResetPeriod } from '@multilane/policy';

/** A key of gateway.yaml with a budget. */
export interface DeclaredBudget {
  readonly team: string;
  readonly name: string;
  readonly limit: number;
  readonly period: ResetPeriod;
}

/** Facts that a rule is evaluated with. */
export interface ConditionContext {
  readonly rule: AlertRuleRecord;
  readonly database: Pick<Database, 'alertMeasures' | 'alertWalks' | 'budgets' | 'policies' | 'replicas'>;
  /** Alerts of the rule that fire. */
  readonly firing: readonly AlertRecord[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Place of the rule in words, such as `workspace Default`. */
  readonly where: string;
  /** Name of the organization, by which accounts of gateway.yaml are known. */
  readonly organizationName: string;
  /** True for the organization of gateway.yaml, whose owners run the service. */
  readonly isOperator: boolean;
  /** Keys of gateway.yaml with a budget; none for other organizations. */
  readonly declared: readonly DeclaredBudget[];
  /** Budget rules of gateway.yaml; none for other organizations. */
  readonly declaredRules: readonly BudgetRuleEntry[];
  /** Name of the team of the rule, if it has one. */
  readonly teamName: string | undefined;
  /** Address of a page of the workspace, or with a slash of the console, with its filters; null without a public address. */
  link(page: string, search?: Readonly<Record<string, string>>): string | null;
}

export const settingsOf = ({ rule }: ConditionContext): AlertSettings => rule.settings as AlertSettings;

export const numberOf = (context: ConditionContext, name: string): number => Number(settingsOf(context)[name]);

const QUARTER_MS = 900_000;

/** The quarter of an hour that a moment is in, in milliseconds since the epoch. */
export const quarterAt = (at: number): number => Math.floor(at / QUARTER_MS) * QUARTER_MS;

/** Window in which a lasting condition alerts once. */
export const windowOf = ({ now }: ConditionContext): string => new Date(quarterAt(now)).toISOString();
