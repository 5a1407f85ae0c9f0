import type { RateLimitPolicyRecord } from '@multilane/persistence';
import { refuseField } from '../../http/invalid-field.js';
import type { UpdateRateLimitDto } from './dto/write-rate-limit.dto.js';

const FIXED = {
  scope: 'scope',
  workspace_id: 'workspaceId',
  team_id: 'teamId',
  user_id: 'userId',
  service_account_id: 'serviceAccountId',
  api_key_id: 'apiKeyId',
  model: 'model',
  applies_per: 'appliesPer',
} as const satisfies Readonly<Partial<Record<keyof UpdateRateLimitDto, keyof RateLimitPolicyRecord>>>;

/** Fails with 400 for another value of what is fixed when a policy is made (docs/contract/limits.md#policies). */
export function refuseChange(before: RateLimitPolicyRecord, sent: UpdateRateLimitDto): void {
  for (const [field, column] of Object.entries(FIXED) as [keyof typeof FIXED, keyof RateLimitPolicyRecord][]) {
    if (sent[field] !== undefined && sent[field] !== before[column]) {
      throw refuseField({ path: field, message: 'cannot be changed after creation: create another policy' });
    }
  }
}
