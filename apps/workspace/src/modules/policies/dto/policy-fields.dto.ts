import { FlagField, IdField } from '../../../fields/scalar-fields.js';

/** Settings of every policy; the rest is as in gateway.yaml. */
export class PolicyFieldsDto {
  @IdField({
    optional: true,
    nullable: true,
    description:
      'Workspace that the policy applies to. Null or left out: every workspace of the organization and its team-scoped callers, which requires the permission over the organization. Immutable.',
  })
  workspace_id?: string | null;

  @FlagField({ optional: true, description: 'Whether the policy applies. False pauses it. Default: true.' })
  enabled?: boolean;
}
