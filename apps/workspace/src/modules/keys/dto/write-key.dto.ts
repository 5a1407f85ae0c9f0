import { KEY_ROLES, type KeyRole } from '@multilane/auth';
import { BUDGET_RESET_PERIODS, type BudgetResetPeriod } from '@multilane/persistence';
import { AmountField, ChoiceField, CountField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

const ROLE = {
  optional: true,
  description: 'What it may do on the control plane: an `admin` manages the keys of its team. `member` by default.',
};
const EXPIRY = 'From then on the key is refused with 401 key_expired.';

/** What a key may spend, beside the limits of its team. */
export class KeyLimitsDto {
  @CountField({ optional: true, description: 'Requests per minute; 0 or left out: unlimited.' })
  rpm_limit?: number;

  @CountField({ optional: true, description: 'Tokens per minute; 0 or left out: unlimited.' })
  tpm_limit?: number;

  @AmountField({ optional: true, description: 'US dollars per budget period; 0 or left out: unlimited.', example: 50 })
  budget_usd_monthly?: number;

  @AmountField({
    optional: true,
    description: 'The older form: US dollars in all, which is `budget_usd_monthly` with the period `never`.',
  })
  budget_usd?: number;

  @ChoiceField(BUDGET_RESET_PERIODS, {
    optional: true,
    description: 'When spending starts from zero again. `monthly` by default.',
  })
  budget_reset_period?: BudgetResetPeriod;
}

export class CreateKeyDto extends KeyLimitsDto {
  @TextField({ optional: true, description: 'The team that it belongs to: its name or id. Required.', example: 'ci' })
  team?: string;

  @TextField({ optional: true, description: 'The older form of `team`.' })
  team_id?: string;

  @TextField({ description: 'How it is called.', example: 'nightly build' })
  name!: string;

  @ChoiceField(KEY_ROLES, ROLE)
  role?: KeyRole;

  @TimeField({ optional: true, description: EXPIRY })
  expires_at?: string;

  @IdField({ optional: true, description: 'Its owner: a person of the team.' })
  user_id?: string;

  @IdField({
    optional: true,
    description: 'Binds it to a workspace, whose providers then serve it. Left out: it is team-scoped.',
  })
  workspace_id?: string;
}

/** The limits are replaced as a whole: one that is left out is unlimited. Any other field left out keeps its value. */
export class UpdateKeyDto extends KeyLimitsDto {
  @TextField({ optional: true, description: 'How it is called.' })
  name?: string;

  @ChoiceField(KEY_ROLES, { ...ROLE, description: 'What it may do on the control plane.' })
  role?: KeyRole;

  @TimeField({ optional: true, nullable: true, description: `${EXPIRY} Null: never.` })
  expires_at?: string | null;
}
