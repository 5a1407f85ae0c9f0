import { CountField, IdField, TextField } from '../fields/scalar-fields.js';

/** What every list takes; a list with filters extends it. */
export class ListQuery {
  @CountField({
    min: 1,
    max: 200,
    fromText: true,
    optional: true,
    description: 'Maximum number of results. Default: 50.',
  })
  limit: number = 50;

  @TextField({ optional: true, description: '`next_cursor` of the previous page.' })
  cursor?: string;

  @IdField({ optional: true, description: 'The workspace meant, where the credential reaches several.' })
  workspace_id?: string;
}
