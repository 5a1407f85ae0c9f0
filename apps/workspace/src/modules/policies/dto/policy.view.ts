import type { StoredPolicyRecord } from '@multilane/persistence';
import { FlagField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

/** Part of every policy that the API shows. */
export class PolicyView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @IdField({ nullable: true, description: 'The workspace that it holds in; null: all of the organization.' })
  workspace_id!: string | null;

  @TextField({ max: 128, description: 'Unique among the policies of the same kind and scope.' })
  name!: string;

  @FlagField({ description: 'If false, the policy is paused.' })
  enabled!: boolean;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource was last changed.' })
  updated_at!: string;
}

/** Returns that part of a policy, by the names of the API. */
export function viewPolicy(policy: StoredPolicyRecord): PolicyView {
  return {
    id: policy.id,
    workspace_id: policy.workspaceId,
    name: policy.name,
    enabled: policy.enabled,
    created_at: policy.createdAt.toISOString(),
    updated_at: policy.updatedAt.toISOString(),
  };
}
