import { IdField } from '../fields/scalar-fields.js';

/** The query of routes that concern one thing of a workspace. */
export class WorkspaceQuery {
  @IdField({ optional: true, description: 'The workspace meant; an id of another workspace is then not found.' })
  workspace_id?: string;
}
