import type { SessionRecord } from '@multilane/persistence';
import { FlagField } from '../../../fields/scalar-fields.js';
import { UserSessionView } from './user-session.view.js';

/** A console session of the person who asks. */
export class OwnSessionView extends UserSessionView {
  @FlagField({ description: 'Whether it is the session that this request is made with.' })
  current!: boolean;

  static ofOwn(session: SessionRecord, currentId: string | undefined): OwnSessionView {
    return { ...UserSessionView.of(session), current: session.id === currentId };
  }
}
