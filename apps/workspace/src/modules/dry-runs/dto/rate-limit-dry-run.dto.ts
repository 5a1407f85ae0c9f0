import { LIMIT_SCOPES } from '@multilane/policy';
import { ObjectListField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, IdField, TextField } from '../../../fields/scalar-fields.js';

const identity = (description: string): PropertyDecorator => IdField({ optional: true, description });

/** A request as far as rate-limit policies distinguish it. */
export class RateLimitDryRunDto {
  @IdField({ description: 'The workspace of the request.' })
  workspace_id!: string;

  @TextField({
    optional: true,
    max: 512,
    description:
      'Any name of the model that the request names. Without it, policies of one model do not count the request.',
  })
  model?: string;

  @identity('The team of the caller.')
  team_id?: string;

  @identity('The person who calls.')
  user_id?: string;

  @identity('The virtual account that calls.')
  service_account_id?: string;

  @identity('The API key that calls.')
  api_key_id?: string;
}

/** A limit of a policy that counts the request. */
export class MatchedLimitView {
  @IdField({ description: 'The policy that sets the limit.' })
  policy_id!: string;

  @TextField({ description: 'Name of the policy.' })
  policy_name!: string;

  @ChoiceField(LIMIT_SCOPES, { description: 'Whose requests the counter counts. A refusal names this scope.' })
  scope!: string;

  @ChoiceField(['requests', 'tokens', 'parallel'], {
    description: 'What is counted. `parallel`: requests at the same time.',
  })
  unit!: string;

  @CountField({
    description: 'Length of the window, in seconds: a minute, an hour or a day. 0 for requests at the same time.',
  })
  window_seconds!: number;

  @CountField({ description: 'The most that the limit allows.' })
  limit!: number;
}

/** The limits that a request must fit within. */
export class RateLimitDryRunView {
  @ChoiceField(['rate_limit_dry_run'], { description: 'Always `rate_limit_dry_run`.' })
  object!: 'rate_limit_dry_run';

  @TextField({ nullable: true, max: 512, description: 'Logical name of the model. Null if the request names none.' })
  model!: string | null;

  @ObjectListField(() => MatchedLimitView, {
    description:
      'The limits of the matching policies, in the order in which a refusal reports them. Empty: no policy counts the request.',
  })
  limits!: readonly MatchedLimitView[];

  @FlagField({ description: 'If false, policies of the organization may apply too, but you cannot read them.' })
  is_complete!: boolean;
}
