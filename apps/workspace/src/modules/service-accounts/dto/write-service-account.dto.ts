import { ACCOUNT_ROLES, type AccountRole, PROVIDER_KINDS } from '@multilane/contracts';
import { TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, FlagField, TextField } from '../../../fields/scalar-fields.js';

const NAMES = { optional: true, nullable: true, maxItems: 10_000, items: { max: 512 } };

class ServiceAccountSettingsDto {
  @TextListField({
    ...NAMES,
    description:
      'Models that tokens of the account may use, by any of their names. Null allows every model. An empty list allows none.',
    example: ['gpt-4o'],
  })
  allowed_models?: string[] | null;

  @TextListField({
    ...NAMES,
    description:
      'Providers that tokens of the account may use, by name or kind. Null allows every provider. An empty list allows none.',
    example: Object.keys(PROVIDER_KINDS).slice(0, 1),
  })
  allowed_providers?: string[] | null;

  @ChoiceField(ACCOUNT_ROLES, {
    optional: true,
    description:
      'What tokens of the account may do with knowledge bases and document sets of the workspace: read, or also change. Default: `viewer`.',
  })
  role?: AccountRole;

  @FlagField({ optional: true, description: 'Whether the tokens of the account are rejected.' })
  disabled?: boolean;
}

export class CreateServiceAccountDto extends ServiceAccountSettingsDto {
  @TextField({ description: 'Unique in the workspace.', example: 'nightly-report' })
  name!: string;
}

export class UpdateServiceAccountDto extends ServiceAccountSettingsDto {
  @TextField({ optional: true, description: 'Unique in the workspace.' })
  name?: string;
}
