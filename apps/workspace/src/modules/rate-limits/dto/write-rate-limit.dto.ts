import { APPLIES_PER, type AppliesPer, POLICY_SCOPES, type PolicyScope } from '@multilane/persistence';
import { ObjectField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, IdField, TextField } from '../../../fields/scalar-fields.js';
import { QUEUE_OR_NONE, QueueDto } from '../../routing/dto/queue.dto.js';

const ceiling = (what: string): PropertyDecorator =>
  CountField({ optional: true, description: `${what}. 0: unlimited. At least one limit must be set.` });

const identity = (what: string): PropertyDecorator =>
  IdField({ optional: true, nullable: true, description: `${what} At most one identity can be set.` });

/** Settings of a rate-limit policy (docs/contract/limits.md#policies; docs/contract/control-plane.md#rate-limit-policies). */
class RateLimitFieldsDto {
  @ChoiceField(POLICY_SCOPES, {
    optional: true,
    description:
      'Whether the policy applies to one workspace, or to every workspace of the organization, which requires the permission over the organization. Immutable. Default: workspace.',
  })
  scope?: PolicyScope;

  @IdField({
    optional: true,
    nullable: true,
    description: 'The workspace of one of scope `workspace`; needed where the credential reaches several. Fixed.',
  })
  workspace_id?: string | null;

  @identity('Only requests of this team. Fixed.')
  team_id?: string | null;

  @identity('Only requests of this person, who must belong to the workspace. Fixed.')
  user_id?: string | null;

  @identity('Only requests of this virtual account of the workspace; not of scope `organization`. Fixed.')
  service_account_id?: string | null;

  @identity(
    'Only requests with this API key, which must be bound to the workspace; not of scope `organization`. Fixed.',
  )
  api_key_id?: string | null;

  @TextField({
    optional: true,
    nullable: true,
    max: 512,
    description: 'Only requests for this model, by any name that the workspace resolves. Immutable.',
  })
  model?: string | null;

  @ChoiceField(APPLIES_PER, {
    optional: true,
    description:
      'Whether matching requests share one counter, or each of these identities has its own. Immutable. Default: shared.',
  })
  applies_per?: AppliesPer;

  @ceiling('Requests per minute')
  requests_per_minute?: number;

  @ceiling('Requests per hour')
  requests_per_hour?: number;

  @ceiling('Requests per day')
  requests_per_day?: number;

  @ceiling('Tokens per minute')
  tokens_per_minute?: number;

  @ceiling('Tokens per hour')
  tokens_per_hour?: number;

  @ceiling('Tokens per day')
  tokens_per_day?: number;

  @ceiling('Requests at the same time')
  max_parallel?: number;

  @ObjectField(() => QueueDto, {
    optional: true,
    nullable: true,
    description: `${QUEUE_OR_NONE} The whole value is replaced.`,
  })
  queue?: QueueDto | null;

  @FlagField({ optional: true, description: 'Whether the policy applies. False pauses it. Default: true.' })
  enabled?: boolean;
}

export class CreateRateLimitDto extends RateLimitFieldsDto {
  @TextField({ description: 'Name for people.', example: 'gpt-4o for everybody' })
  name!: string;
}

/** Fixed fields may be sent along as they are. */
export class ReplaceRateLimitDto extends CreateRateLimitDto {}

/** Changes to a policy. Omitted fields keep their value; fixed fields may be sent along as they are. */
export class UpdateRateLimitDto extends RateLimitFieldsDto {
  @TextField({ optional: true, description: 'Name for people.' })
  name?: string;
}
