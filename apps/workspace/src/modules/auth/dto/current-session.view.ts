import type { SessionIdentity, WorkspaceRecord } from '@multilane/persistence';
import { ObjectListField } from '../../../fields/list-fields.js';
import { IdField, TextField } from '../../../fields/scalar-fields.js';
import { SessionView } from './session.view.js';

class ReachableWorkspaceView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @TextField({ description: 'Name.' })
  name!: string;
}

/** Person who is signed in, with all that the console asks for before it draws a page. */
export class CurrentSessionView extends SessionView {
  @ObjectListField(() => ReachableWorkspaceView, {
    description:
      'The first 200 workspaces that the person can reach: all of the organization for a person who can read them, otherwise those of `workspaces`.',
  })
  reachable_workspaces!: ReachableWorkspaceView[];

  static ofCurrent(
    identity: SessionIdentity,
    reachable: readonly Pick<WorkspaceRecord, 'id' | 'name'>[],
  ): CurrentSessionView {
    return {
      ...SessionView.of(identity),
      reachable_workspaces: reachable.map(({ id, name }) => ({ id, name })),
    };
  }
}
