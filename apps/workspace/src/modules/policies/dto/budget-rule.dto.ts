import type { BudgetRuleEntry } from '@multilane/config';
import { BUDGET_ACTIONS, BUDGET_SCOPES, BUDGET_UNITS, BUDGET_WINDOWS, WEEKDAYS } from '@multilane/contracts';
import type { StoredPolicyRecord } from '@multilane/persistence';
import { ObjectField } from '../../../fields/list-fields.js';
import {
  AmountField,
  ChoiceField,
  CountField,
  FlagField,
  TextField,
  TimeField,
} from '../../../fields/scalar-fields.js';
import { PolicyView, viewPolicy } from './policy.view.js';
import { PolicyFieldsDto } from './policy-fields.dto.js';

const NAME = 'Unique among the budget rules of the same scope.';
const SCOPE = 'Dimension of the requests that are counted. Default: organization.';
const VALUE =
  'The one of the scope: name of a team, model or provider; `name` or `name=value` of a tag; a customer; id of a workspace, user, virtual account or key. Null: every one, each with a budget of its own.';
const APPLIES_PER =
  'Dimension by which requests are counted apart, each with the whole amount; `shared`: all together. Null: `shared` with a `value` or the scope `organization`, otherwise the scope.';
const AMOUNT = 'Amount of each window, in the unit.';
const UNIT = 'US dollars, prompt and completion tokens, or requests. Default: usd.';
const WINDOW = 'Length of the window. `total`: never reset. Default: month.';
const ROLLING = 'If true: the time before now, instead of a period of the calendar. Default: false.';
const TIME_ZONE = 'Time zone of the calendar, by its IANA name. Default: UTC.';
const WEEK_START = 'First day of a week. Default: monday.';
const FISCAL_YEAR_START = 'First month of the fiscal year: quarters and years begin by it. Default: 1.';
const CARRY_OVER =
  'If true: the unspent rest of a window is added to the next, at most once the amount. Default: false.';
const ACTION =
  'Effect when it is spent. `refuse`: 402 `budget_exceeded`. `alert`: none. `downgrade`: requests continue on `downgrade_to`. Default: refuse.';
const DOWNGRADE_TO = 'Model or virtual model that requests continue on; of the action `downgrade`.';
const INCLUDE_MEDIA = 'If true: images, audio, video and other media count too. Default: false.';
const RAISE = 'A temporary change of the amount. Null: none.';

/** A temporary change of the amount. */
export class BudgetRaiseDto {
  @AmountField({ description: 'Amount until then, in the unit.' })
  amount!: number;

  @TimeField({ description: 'Time at which the raise ends.' })
  until!: string;

  @TextField({ optional: true, nullable: true, max: 500, description: 'Reason, for the audit trail.' })
  reason?: string | null;
}

/** Settings of a budget rule (docs/contract/budgets.md#rules). */
class BudgetRuleFieldsDto extends PolicyFieldsDto {
  @ChoiceField(BUDGET_SCOPES, { optional: true, description: SCOPE })
  scope?: string;

  @TextField({ optional: true, nullable: true, max: 512, description: VALUE })
  value?: string | null;

  @ChoiceField(['shared', ...BUDGET_SCOPES], { optional: true, nullable: true, description: APPLIES_PER })
  applies_per?: string | null;

  @ChoiceField(BUDGET_UNITS, { optional: true, description: UNIT })
  unit?: string;

  @ChoiceField(BUDGET_WINDOWS, { optional: true, description: WINDOW })
  window?: string;

  @FlagField({ optional: true, description: ROLLING })
  rolling?: boolean;

  @TextField({ optional: true, max: 64, description: TIME_ZONE, example: 'Europe/Berlin' })
  time_zone?: string;

  @ChoiceField(WEEKDAYS, { optional: true, description: WEEK_START })
  week_start?: string;

  @CountField({ optional: true, min: 1, max: 12, description: FISCAL_YEAR_START })
  fiscal_year_start?: number;

  @FlagField({ optional: true, description: CARRY_OVER })
  carry_over?: boolean;

  @ChoiceField(BUDGET_ACTIONS, { optional: true, description: ACTION })
  action?: string;

  @TextField({ optional: true, nullable: true, max: 512, description: DOWNGRADE_TO })
  downgrade_to?: string | null;

  @FlagField({ optional: true, description: INCLUDE_MEDIA })
  include_media?: boolean;

  @ObjectField(() => BudgetRaiseDto, { optional: true, nullable: true, description: RAISE })
  raise?: BudgetRaiseDto | null;
}

export class CreateBudgetRuleDto extends BudgetRuleFieldsDto {
  @TextField({ max: 128, description: NAME, example: 'search, each month' })
  name!: string;

  @AmountField({ description: AMOUNT, example: 500 })
  amount!: number;
}

/** Changes to a budget rule. Omitted fields keep their value. */
export class UpdateBudgetRuleDto extends BudgetRuleFieldsDto {
  @TextField({ optional: true, max: 128, description: NAME })
  name?: string;

  @AmountField({ optional: true, description: AMOUNT })
  amount?: number;
}

/** A budget rule as the API shows it. */
export class BudgetRuleView extends PolicyView {
  @ChoiceField(['budget_rule'], { description: 'Always `budget_rule`.' })
  object!: 'budget_rule';

  @ChoiceField(BUDGET_SCOPES, { description: SCOPE })
  scope!: string;

  @TextField({ nullable: true, max: 512, description: VALUE })
  value!: string | null;

  @ChoiceField(['shared', ...BUDGET_SCOPES], { nullable: true, description: APPLIES_PER })
  applies_per!: string | null;

  @AmountField({ description: AMOUNT })
  amount!: number;

  @ChoiceField(BUDGET_UNITS, { description: UNIT })
  unit!: string;

  @ChoiceField(BUDGET_WINDOWS, { description: WINDOW })
  window!: string;

  @FlagField({ description: ROLLING })
  rolling!: boolean;

  @TextField({ max: 64, description: TIME_ZONE })
  time_zone!: string;

  @ChoiceField(WEEKDAYS, { description: WEEK_START })
  week_start!: string;

  @CountField({ min: 1, max: 12, description: FISCAL_YEAR_START })
  fiscal_year_start!: number;

  @FlagField({ description: CARRY_OVER })
  carry_over!: boolean;

  @ChoiceField(BUDGET_ACTIONS, { description: ACTION })
  action!: string;

  @TextField({ nullable: true, max: 512, description: DOWNGRADE_TO })
  downgrade_to!: string | null;

  @FlagField({ description: INCLUDE_MEDIA })
  include_media!: boolean;

  @ObjectField(() => BudgetRaiseDto, { nullable: true, description: RAISE })
  raise!: BudgetRaiseDto | null;

  static of(policy: StoredPolicyRecord): BudgetRuleView {
    const entry = policy.definition as unknown as BudgetRuleEntry;
    return {
      ...viewPolicy(policy),
      object: 'budget_rule',
      scope: entry.scope,
      value: entry.value ?? null,
      applies_per: entry.applies_per ?? null,
      amount: entry.amount,
      unit: entry.unit,
      window: entry.window,
      rolling: entry.rolling,
      time_zone: entry.time_zone,
      week_start: entry.week_start,
      fiscal_year_start: entry.fiscal_year_start,
      carry_over: entry.carry_over,
      action: entry.action,
      downgrade_to: entry.downgrade_to ?? null,
      include_media: entry.include_media,
      raise: entry.raise === undefined ? null : { ...entry.raise, reason: entry.raise.reason ?? null },
    };
  }
}
