import { BUDGET_ACTIONS, BUDGET_SCOPES, BUDGET_UNITS } from '@multilane/contracts';
import { AmountField, ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import type { BudgetStatus } from '../budget-states.service.js';

/** The state of a budget in its window, as the API shows it. */
export class BudgetStatusView {
  @TextField({ max: 128, description: 'Id of the rule, the key or the team; the name of a rule of gateway.yaml.' })
  id!: string;

  @ChoiceField(['budget_status'], { description: 'Always `budget_status`.' })
  object!: 'budget_status';

  @ChoiceField(['rule', 'api_key', 'team'], { description: 'A budget rule, or the budget of a key or a team.' })
  source!: 'rule' | 'api_key' | 'team';

  @TextField({ max: 128, description: 'Name of the rule, the key or the team.' })
  name!: string;

  @ChoiceField(BUDGET_SCOPES, { description: '`error.scope` of a refusal.' })
  scope!: string;

  @TextField({
    nullable: true,
    max: 512,
    description:
      'The one that is counted, such as a customer, of a rule that counts each apart; empty: requests without one. Null: all requests together.',
  })
  key!: string | null;

  @IdField({ nullable: true, description: 'The workspace that it holds in; null: all of the organization.' })
  workspace_id!: string | null;

  @ChoiceField(BUDGET_UNITS, { description: 'Unit of `limit` and `spent`.' })
  unit!: string;

  @ChoiceField(BUDGET_ACTIONS, { description: 'Effect when it is spent.' })
  action!: string;

  @AmountField({ description: 'Amount of the window, with a temporary raise and what was carried over.' })
  limit!: number;

  @AmountField({ description: 'Settled usage of the window.' })
  spent!: number;

  @AmountField({ description: 'What is left of `limit` after `spent`, at least 0.' })
  remaining!: number;

  @TimeField({ nullable: true, description: 'Start of the window. Null if the budget is never reset.' })
  window_start!: string | null;

  @TimeField({ nullable: true, description: 'End of the window. Null if it rolls, or the budget is never reset.' })
  window_end!: string | null;

  static of({ windowEnd, windowStart, workspaceId, ...status }: BudgetStatus): BudgetStatusView {
    const { limit, spent } = status;
    return {
      ...status,
      object: 'budget_status',
      workspace_id: workspaceId,
      remaining: Math.max(0, limit - spent),
      window_start: windowStart === 0 ? null : new Date(windowStart).toISOString(),
      window_end: Number.isFinite(windowEnd) ? new Date(windowEnd).toISOString() : null,
    };
  }
}
