import { TextListField } from '../../../fields/list-fields.js';
import { CountField, TextField } from '../../../fields/scalar-fields.js';
import { QueueSettingsDto } from '../../routing/dto/queue.dto.js';

const NAME = 'Unique in the organization, regardless of case. Claims of identity providers map to it.';

/** Settings of a team (docs/contract/control-plane.md#teams). Omitted fields keep their value, or get their default. */
class TeamSettingsDto extends QueueSettingsDto {
  @TextListField({
    optional: true,
    nullable: true,
    maxItems: 10_000,
    items: { max: 512 },
    description:
      'Models that callers of the team may use, by any of their names. Null allows every model. An empty list allows none.',
    example: ['gpt-4o'],
  })
  allowed_models?: string[] | null;

  @CountField({ optional: true, description: 'Requests per minute. 0: unlimited.' })
  rpm_limit?: number;

  @CountField({ optional: true, description: 'Tokens per minute. 0: unlimited.' })
  tpm_limit?: number;

  @CountField({ optional: true, description: 'Requests at the same time. 0: unlimited.' })
  max_parallel?: number;

  @CountField({ optional: true, description: 'Tokens per calendar month. 0: unlimited.' })
  token_budget_monthly?: number;
}

export class CreateTeamDto extends TeamSettingsDto {
  @TextField({ description: NAME, example: 'research' })
  name!: string;
}

export class UpdateTeamDto extends TeamSettingsDto {
  @TextField({ optional: true, description: NAME })
  name?: string;
}
