import { FlagField, IdField } from '../../../fields/scalar-fields.js';

/** What may be said of every policy; the rest is as in gateway.yaml. */
export class PolicyFieldsDto {
  @IdField({
    optional: true,
    nullable: true,
    description:
      'The workspace that it holds in. Null or left out: every workspace of the organization and its team-scoped callers, which needs the permission across the product. Fixed.',
  })
  workspace_id?: string | null;

  @FlagField({ optional: true, description: 'Whether it holds; false pauses it. Default: true.' })
  enabled?: boolean;
}
