import { KEY_ROLES, type KeyRole } from '@multilane/auth';
import { BUDGET_RESET_PERIODS, type BudgetResetPeriod } from '@multilane/persistence';
import { AmountField, ChoiceField, CountField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { QueueSettingsDto } from '../../routing/dto/queue.dto.js';

const ROLE = {
  optional: true,
  description: 'Role on the control plane: an `admin` manages the keys of its team. Default: `member`.',
};
const EXPIRY = 'When the key expires. From then on it is rejected with 401 `key_expired`.';

/** Limits of a key, beside those of its team. */
export class KeyLimitsDto extends QueueSettingsDto {
  @CountField({ optional: true, description: 'Requests per minute. 0 or left out: unlimited.' })
  rpm_limit?: number;

  @CountField({ optional: true, description: 'Tokens per minute. 0 or left out: unlimited.' })
  tpm_limit?: number;

  @CountField({ optional: true, description: 'Requests at the same time. 0: unlimited.' })
  max_parallel?: number;

  @AmountField({ optional: true, description: 'US dollars per budget period. 0 or left out: unlimited.', example: 50 })
  budget_usd_monthly?: number;

  @AmountField({
    optional: true,
    description: 'Deprecated: US dollars in total. The same as `budget_usd_monthly` with the period `never`.',
  })
  budget_usd?: number;

  @ChoiceField(BUDGET_RESET_PERIODS, {
    optional: true,
    description: 'When the budget is reset. Default: `monthly`.',
  })
  budget_reset_period?: BudgetResetPeriod;
}

export class CreateKeyDto extends KeyLimitsDto {
  @TextField({ optional: true, description: 'The team that it belongs to: its name or id. Required.', example: 'ci' })
  team?: string;

  @TextField({ optional: true, description: 'Deprecated: use `team`.' })
  team_id?: string;

  @TextField({ description: 'Name for people.', example: 'nightly build' })
  name!: string;

  @ChoiceField(KEY_ROLES, ROLE)
  role?: KeyRole;

  @TimeField({ optional: true, description: EXPIRY })
  expires_at?: string;

  @IdField({ optional: true, description: 'Owner of the key: a member of the team.' })
  user_id?: string;

  @IdField({
    optional: true,
    description: 'The workspace whose models the key uses. If left out, it uses those of gateway.yaml.',
  })
  workspace_id?: string;
}

/** The limits are replaced as a whole: one that is left out is unlimited. Any other field left out keeps its value. */
export class UpdateKeyDto extends KeyLimitsDto {
  @TextField({ optional: true, description: 'Name for people.' })
  name?: string;

  @ChoiceField(KEY_ROLES, { ...ROLE, description: 'Role on the control plane.' })
  role?: KeyRole;

  @TimeField({ optional: true, nullable: true, description: `${EXPIRY} Null: never.` })
  expires_at?: string | null;
}
