import { IdField, TextField } from '../../../fields/scalar-fields.js';

export class ExplainQuery {
  @TextField({ description: 'The `X-Request-Id` of its answer; of several, the last is explained.' })
  request_id!: string;

  @IdField({ optional: true, description: 'That came by way of this workspace.' })
  workspace_id?: string;
}
