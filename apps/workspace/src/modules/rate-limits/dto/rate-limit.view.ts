import { APPLIES_PER, POLICY_SCOPES, type RateLimitPolicyRecord } from '@multilane/persistence';
import { ObjectField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';
import { QUEUE_OR_NONE, QueueDto } from '../../routing/dto/queue.dto.js';

const ceiling = (what: string): PropertyDecorator => CountField({ description: `${what}. 0: unlimited.` });
const identity = (what: string): PropertyDecorator => IdField({ nullable: true, description: what });

/** A rate-limit policy as the API shows it. */
export class RateLimitView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['rate_limit_policy'], { description: 'Always `rate_limit_policy`.' })
  object!: 'rate_limit_policy';

  @TextField({ description: 'Name for people.' })
  name!: string;

  @ChoiceField(POLICY_SCOPES, { description: 'Scope of the policy.' })
  scope!: string;

  @identity('The workspace; null for one of the organization.')
  workspace_id!: string | null;

  @identity('The team that it is for.')
  team_id!: string | null;

  @identity('The person that it is for.')
  user_id!: string | null;

  @identity('The virtual account that it is for.')
  service_account_id!: string | null;

  @identity('The API key that it is for.')
  api_key_id!: string | null;

  @TextField({
    nullable: true,
    max: 512,
    description: 'Logical name of the model. Null: every model.',
  })
  model!: string | null;

  @ChoiceField(APPLIES_PER, { description: 'Which identities have a counter each.' })
  applies_per!: string;

  @ceiling('Requests per minute')
  requests_per_minute!: number;

  @ceiling('Requests per hour')
  requests_per_hour!: number;

  @ceiling('Requests per day')
  requests_per_day!: number;

  @ceiling('Tokens per minute')
  tokens_per_minute!: number;

  @ceiling('Tokens per hour')
  tokens_per_hour!: number;

  @ceiling('Tokens per day')
  tokens_per_day!: number;

  @ceiling('Requests at the same time')
  max_parallel!: number;

  @ObjectField(() => QueueDto, { nullable: true, description: QUEUE_OR_NONE })
  queue!: object | null;

  @FlagField({ description: 'If false, the policy is paused.' })
  enabled!: boolean;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource was last changed.' })
  updated_at!: string;

  static of(policy: RateLimitPolicyRecord): RateLimitView {
    return toView(RateLimitView, { ...policy, object: 'rate_limit_policy' });
  }
}
