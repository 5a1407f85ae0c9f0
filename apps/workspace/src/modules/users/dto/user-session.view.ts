import type { SessionRecord } from '@multilane/persistence';
import { ChoiceField, IdField, TimeField } from '../../../fields/scalar-fields.js';

/** A console session of a person, without what proves it. */
export class UserSessionView {
  @IdField({ description: 'Its id.' })
  id!: string;

  @ChoiceField(['user_session'], { description: 'Always `user_session`.' })
  object!: 'user_session';

  @TimeField({ description: 'When the person signed in.' })
  created_at!: string;

  @TimeField({ description: 'When it was used last, to the minute or so.' })
  last_seen_at!: string;

  @TimeField({ description: 'When it ends, however busy it is. It ends earlier when it is idle for too long.' })
  expires_at!: string;

  static of({ id, createdAt, lastSeenAt, expiresAt }: SessionRecord): UserSessionView {
    return {
      id,
      object: 'user_session',
      created_at: createdAt.toISOString(),
      last_seen_at: lastSeenAt.toISOString(),
      expires_at: expiresAt.toISOString(),
    };
  }
}
