import type { UseFormReturnType } from '@mantine/form';
import type { components } from '../../api/schema.js';
import type { PolicyScope } from '../../ui/policy-fields.js';

export type BudgetRule = components['schemas']['BudgetRuleView'];
export type BudgetScope = BudgetRule['scope'];
export type AppliesPer = NonNullable<BudgetRule['applies_per']>;
type NewBudgetRule = components['schemas']['CreateBudgetRuleDto'];
type ChangedBudgetRule = components['schemas']['UpdateBudgetRuleDto'];

/** Dimensions of requests, the outermost first. */
export const SCOPES = [
  'organization',
  'workspace',
  'team',
  'service_account',
  'user',
  'api_key',
  'tag',
  'customer',
  'model',
  'provider',
] as const satisfies readonly BudgetScope[];

export const UNITS = ['usd', 'tokens', 'requests'] as const satisfies readonly BudgetRule['unit'][];

export const WINDOWS = [
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'total',
] as const satisfies readonly BudgetRule['window'][];

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const satisfies readonly BudgetRule['week_start'][];

export const ACTIONS = ['refuse', 'alert', 'downgrade'] as const satisfies readonly BudgetRule['action'][];

/** A temporary raise as the form has it. */
export interface RaiseValues {
  readonly amount: number | '';
  readonly until: string | null;
  readonly reason: string;
}

export interface RuleValues {
  readonly name: string;
  /** Place in which the rule holds. */
  readonly place: PolicyScope;
  readonly enabled: boolean;
  readonly scope: BudgetScope;
  /** Empty: every one of the scope. */
  readonly value: string;
  /** Null: as the service does without a choice. */
  readonly applies_per: AppliesPer | null;
  readonly amount: number | '';
  readonly unit: BudgetRule['unit'];
  readonly window: BudgetRule['window'];
  readonly time_zone: string;
  readonly week_start: BudgetRule['week_start'];
  readonly fiscal_year_start: number;
  readonly rolling: boolean;
  readonly carry_over: boolean;
  readonly action: BudgetRule['action'];
  readonly downgrade_to: string | null;
  readonly include_media: boolean;
  readonly raise: RaiseValues | null;
}

export type RuleForm = UseFormReturnType<RuleValues & Record<string, unknown>>;

export const EMPTY_RULE: RuleValues = {
  name: '',
  place: 'workspace',
  enabled: true,
  scope: 'customer',
  value: '',
  applies_per: null,
  amount: '',
  unit: 'usd',
  window: 'month',
  time_zone: 'UTC',
  week_start: 'monday',
  fiscal_year_start: 1,
  rolling: false,
  carry_over: false,
  action: 'refuse',
  downgrade_to: null,
  include_media: false,
  raise: null,
};

export function valuesOfRule(rule: BudgetRule): RuleValues {
  const { id: _id, object: _object, created_at: _created, updated_at: _updated, workspace_id, ...fields } = rule;
  const { raise, value } = fields;
  return {
    ...fields,
    place: workspace_id === null ? 'organization' : 'workspace',
    value: value ?? '',
    raise: raise && { amount: raise.amount, until: raise.until, reason: raise.reason ?? '' },
  };
}

/** Dimensions by which a rule of a scope can count requests apart. */
export function partsFor(scope: BudgetScope): readonly AppliesPer[] {
  return ['shared', ...SCOPES.filter((one) => one !== 'organization' && (one !== 'tag' || scope === 'tag'))];
}

/** Dimension by which a rule counts requests apart; undefined: all together. */
export function partOf({ applies_per, scope, value }: Pick<BudgetRule, 'applies_per' | 'scope' | 'value'>) {
  const chosen = applies_per ?? (value === null ? scope : 'shared');
  return chosen === 'shared' || chosen === 'organization' ? undefined : chosen;
}

/** Settings that the form does not show are sent with their defaults. */
export function toChangedRule({ place: _place, ...values }: RuleValues): ChangedBudgetRule {
  const { action, amount, carry_over, downgrade_to, name, raise, rolling, scope, value, window } = values;
  const isRolling = rolling && window !== 'total';
  return {
    ...values,
    name: name.trim(),
    value: scope === 'organization' || value.trim() === '' ? null : value.trim(),
    amount: Number(amount),
    rolling: isRolling,
    carry_over: carry_over && !isRolling && window !== 'total',
    downgrade_to: action === 'downgrade' ? downgrade_to : null,
    raise: raise && {
      amount: Number(raise.amount),
      until: raise.until ?? '',
      reason: raise.reason.trim() === '' ? null : raise.reason.trim(),
    },
  };
}

export function toNewRule(values: RuleValues, workspaceId: string): NewBudgetRule {
  const { name, amount, ...changed } = toChangedRule(values);
  const workspace_id = values.place === 'organization' ? null : workspaceId;
  return { ...changed, name: name ?? '', amount: amount ?? 0, workspace_id };
}

/** Fields that lack something, with the key of the text that says what. */
export function checkRule(values: RuleValues): Partial<Record<keyof RuleValues, string>> {
  const { action, amount, downgrade_to, name, raise, scope, value } = values;
  const isUnfinished = raise !== null && (raise.amount === '' || raise.until === null);
  return {
    ...(name.trim() === '' && { name: 'required.name' }),
    ...(scope === 'tag' && value.trim() === '' && { value: 'required.tag' }),
    ...(amount === '' && { amount: 'required.amount' }),
    ...(action === 'downgrade' && downgrade_to === null && { downgrade_to: 'required.downgradeTo' }),
    ...(isUnfinished && { raise: 'required.raise' }),
  };
}
