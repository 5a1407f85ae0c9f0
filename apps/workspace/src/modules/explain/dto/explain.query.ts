import { IdField, TextField } from '../../../fields/scalar-fields.js';

export class ExplainQuery {
  @TextField({ description: '`X-Request-Id` of the response. If several requests have it, the last one is explained.' })
  request_id!: string;

  @IdField({ optional: true, description: 'Only requests of this workspace.' })
  workspace_id?: string;
}
