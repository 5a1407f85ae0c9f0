import { APPLIES_PER, POLICY_SCOPES, type RateLimitPolicyRecord } from '@multilane/persistence';
import { ChoiceField, CountField, FlagField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

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

  @FlagField({ description: 'If false, the policy is paused.' })
  enabled!: boolean;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource was last changed.' })
  updated_at!: string;

  static of(policy: RateLimitPolicyRecord): RateLimitView {
    return {
      id: policy.id,
      object: 'rate_limit_policy',
      name: policy.name,
      scope: policy.scope,
      workspace_id: policy.workspaceId,
      team_id: policy.teamId,
      user_id: policy.userId,
      service_account_id: policy.serviceAccountId,
      api_key_id: policy.apiKeyId,
      model: policy.model,
      applies_per: policy.appliesPer,
      requests_per_minute: policy.requestsPerMinute,
      requests_per_hour: policy.requestsPerHour,
      requests_per_day: policy.requestsPerDay,
      tokens_per_minute: policy.tokensPerMinute,
      tokens_per_hour: policy.tokensPerHour,
      tokens_per_day: policy.tokensPerDay,
      enabled: policy.enabled,
      created_at: policy.createdAt.toISOString(),
      updated_at: policy.updatedAt.toISOString(),
    };
  }
}
