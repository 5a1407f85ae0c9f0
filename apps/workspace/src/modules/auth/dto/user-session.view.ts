import type { SessionRecord } from '@multilane/persistence';
import { ChoiceField, IdField, TimeField } from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';

/** A console session of a person, without what proves it. */
export class UserSessionView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['user_session'], { description: 'Always `user_session`.' })
  object!: 'user_session';

  @TimeField({ description: 'When the person signed in.' })
  created_at!: string;

  @TimeField({ description: 'When it was last used, accurate to about a minute.' })
  last_seen_at!: string;

  @TimeField({ description: 'When the session ends at the latest. It ends earlier if it is idle for too long.' })
  expires_at!: string;

  static of(session: SessionRecord): UserSessionView {
    return toView(UserSessionView, { ...session, object: 'user_session' });
  }
}
