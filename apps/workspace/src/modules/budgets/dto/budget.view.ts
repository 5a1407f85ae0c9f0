import { BUDGET_PERIODS } from '@multilane/contracts';
import { TextListField } from '../../../fields/list-fields.js';
import { AmountField, ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import type { ShownBudget } from '../shown-budget.js';
import { MOST_NAMED } from '../unpriced-models.js';

/** A budget and its state, as the API shows it. */
export class BudgetView {
  @IdField({ description: 'Id of the key or team.' })
  id!: string;

  @ChoiceField(['budget'], { description: 'Always `budget`.' })
  object!: 'budget';

  @ChoiceField(['api_key', 'team'], { description: 'The owner.' })
  scope!: string;

  @TextField({ description: 'The name of the key or team.' })
  name!: string;

  @IdField({ nullable: true, description: 'The team, or that of the key.' })
  team_id!: string | null;

  @IdField({ nullable: true, description: 'The workspace that the key is bound to; null: none.' })
  workspace_id!: string | null;

  @ChoiceField(['usd', 'tokens'], { description: 'Unit: US dollars for keys, tokens for teams.' })
  unit!: string;

  @ChoiceField(BUDGET_PERIODS, { description: 'When the budget is reset, in UTC.' })
  period!: string;

  @TimeField({ nullable: true, description: 'Start of the current period. Null if the budget is never reset.' })
  period_start!: string | null;

  @TimeField({ nullable: true, description: 'When the budget is reset. Null: never.' })
  resets_at!: string | null;

  @AmountField({ description: 'Maximum usage per period.' })
  limit!: number;

  @AmountField({ description: 'Settled usage of the current period.' })
  spent!: number;

  @AmountField({
    description: 'Amount that gateways have leased: at most this much more can be spent than `spent` says.',
  })
  reserved!: number;

  @AmountField({ description: 'What is left of `limit` after `spent`, at least 0.' })
  remaining!: number;

  @TextListField({
    maxItems: MOST_NAMED,
    items: { max: 512 },
    description: 'Models without a price that the key may use, up to 20, by their names. Empty for budgets of tokens.',
  })
  unpriced_models!: readonly string[];

  @ChoiceField(['allow', 'refuse'], {
    description:
      'What happens to requests for these models (`budgets.unpriced`). `allow`: they are served and not counted. `refuse`: 403 `model_unpriced`.',
  })
  unpriced!: 'allow' | 'refuse';

  static of({ holder, startsAt, endsAt, spent, reserved, unpriced, unpricedModels }: ShownBudget): BudgetView {
    const { id, scope, name, teamId, workspaceId, period, limit } = holder;
    return {
      id,
      object: 'budget',
      scope,
      name,
      team_id: teamId,
      workspace_id: workspaceId,
      unit: scope === 'team' ? 'tokens' : 'usd',
      period,
      period_start: period === 'never' ? null : new Date(startsAt).toISOString(),
      resets_at: Number.isFinite(endsAt) ? new Date(endsAt).toISOString() : null,
      limit,
      spent,
      reserved,
      remaining: Math.max(0, limit - spent),
      unpriced_models: unpricedModels,
      unpriced,
    };
  }
}
