import { AmountField, ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import type { BudgetState } from '../budget-state.js';

/** A budget and how it stands, as the API shows it. */
export class BudgetView {
  @IdField({ description: 'The id of the key or team that has it.' })
  id!: string;

  @ChoiceField(['budget'], { description: 'Always `budget`.' })
  object!: 'budget';

  @ChoiceField(['api_key', 'team'], { description: 'Whose it is.' })
  scope!: string;

  @TextField({ description: 'The name of the key or team.' })
  name!: string;

  @IdField({ nullable: true, description: 'The team, or that of the key.' })
  team_id!: string | null;

  @IdField({ nullable: true, description: 'The workspace that the key is bound to; null: none.' })
  workspace_id!: string | null;

  @ChoiceField(['usd', 'tokens'], { description: 'What it counts: a key’s US dollars, a team’s tokens.' })
  unit!: string;

  @ChoiceField(['daily', 'weekly', 'monthly', 'never'], { description: 'When it starts anew, in UTC.' })
  period!: string;

  @TimeField({ nullable: true, description: 'When the period that runs began; null for one that never starts anew.' })
  period_start!: string | null;

  @TimeField({ nullable: true, description: 'When it starts anew; null: never.' })
  resets_at!: string | null;

  @AmountField({ description: 'How much may be spent in a period.' })
  limit!: number;

  @AmountField({ description: 'What was spent in this one, as far as it is written down.' })
  spent!: number;

  @AmountField({
    description: 'What gateways hold to spend it: at most so much more may be spent than is written down.',
  })
  reserved!: number;

  @AmountField({ description: 'What is left of `limit` after `spent`; 0 where nothing is.' })
  remaining!: number;

  static of({ holder, startsAt, endsAt, spent, reserved }: BudgetState): BudgetView {
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
    };
  }
}
