import { KEY_ROLES } from '@multilane/auth';
import { BUDGET_RESET_PERIODS } from '@multilane/persistence';
import {
  AmountField,
  ChoiceField,
  CountField,
  FlagField,
  IdField,
  TextField,
  TimeField,
} from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';
import { QueueSettingsView } from '../../routing/dto/queue.dto.js';
import type { ShownKey } from '../shown-key.js';

/** An API key as the API shows it (docs/contract/control-plane.md#keys). */
export class KeyView extends QueueSettingsView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['api_key'], { description: 'Always `api_key`.' })
  object!: 'api_key';

  @TextField({ description: 'Prefix and last four characters.', example: 'ml-…4f2A' })
  key_hint!: string;

  @TextField({ description: 'Name for people.' })
  name!: string;

  @TextField({ description: 'The name of the team that it belongs to.' })
  team!: string;

  @IdField({ nullable: true, description: 'Id of the team. Null as long as the team is only in gateway.yaml.' })
  team_id!: string | null;

  @ChoiceField(KEY_ROLES, { description: 'Role on the control plane.' })
  role!: string;

  @IdField({
    nullable: true,
    description: 'The workspace whose models the key uses. Null: it uses those of gateway.yaml.',
  })
  workspace_id!: string | null;

  @TextField({ nullable: true, description: 'Name of the workspace.' })
  workspace!: string | null;

  @IdField({ nullable: true, description: 'Owner of the key.' })
  user_id!: string | null;

  @TextField({ nullable: true, description: 'Name of the owner.' })
  user!: string | null;

  @CountField({ description: 'Requests per minute. 0: unlimited.' })
  rpm_limit!: number;

  @CountField({ description: 'Tokens per minute. 0: unlimited.' })
  tpm_limit!: number;

  @CountField({ description: 'Requests at the same time. 0: unlimited.' })
  max_parallel!: number;

  @AmountField({ description: 'US dollars per budget period. 0: unlimited.' })
  budget_usd_monthly!: number;

  @ChoiceField(BUDGET_RESET_PERIODS, { description: 'When the budget is reset.' })
  budget_reset_period!: string;

  @TimeField({ nullable: true, description: 'When it expires. Null: never.' })
  expires_at!: string | null;

  @FlagField({ description: 'Whether the key is disabled.' })
  disabled!: boolean;

  @ChoiceField(['config', 'database'], {
    description: '`config`: declared in `gateway.yaml`. Change it there.',
  })
  source!: string;

  @TimeField({ nullable: true, description: 'When the resource was created. Null if it is declared in gateway.yaml.' })
  created_at!: string | null;

  @TimeField({ nullable: true, description: 'When the key was last changed. Null if it is declared in gateway.yaml.' })
  updated_at!: string | null;

  @TimeField({ nullable: true, description: 'When it was last used, accurate to about a minute. Null: never.' })
  last_used_at!: string | null;

  @AmountField({ description: "Cost of this month's requests (UTC), in US dollars." })
  spent_usd!: number;

  static of({ key, teamName, workspaceName, ownerName, spentUsd, source }: ShownKey): KeyView {
    return toView(KeyView, {
      ...key,
      object: 'api_key',
      keyHint: key.hint,
      team: teamName,
      workspace: workspaceName,
      user: ownerName,
      spentUsd,
      budgetUsdMonthly: key.budgetUsd,
      source,
    });
  }
}

/** A key that was just made or rotated: with its plaintext, which is not shown again. */
export class IssuedKeyView extends KeyView {
  @TextField({ description: 'The key. It is shown only once.', example: 'ml-…' })
  key!: string;

  static ofIssued({ shown, token }: { readonly shown: ShownKey; readonly token: string }): IssuedKeyView {
    return { ...KeyView.of(shown), key: token };
  }
}
