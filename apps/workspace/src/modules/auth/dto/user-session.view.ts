import type { SessionRecord } from '@multilane/persistence';
import { ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
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

  @TextField({ nullable: true, description: 'Address that the person signed in from. Null: it was not noted.' })
  address!: string | null;

  @TextField({
    nullable: true,
    description: 'The browser, as it named itself when the person signed in. Null: it was not noted.',
  })
  user_agent!: string | null;

  static of(session: SessionRecord): UserSessionView {
    return toView(UserSessionView, { ...session, object: 'user_session' });
  }
}
