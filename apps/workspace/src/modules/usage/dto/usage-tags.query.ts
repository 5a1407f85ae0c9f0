import { IdField, TextField } from '../../../fields/scalar-fields.js';

/** Names of tags that are looked for. */
export class UsageTagsQuery {
  @TextField({ optional: true, max: 64, description: 'Only names that contain this text, in any case.' })
  q?: string;

  @IdField({ optional: true, description: 'Only tags of requests of this workspace.' })
  workspace_id?: string;
}
