import { hashToken, newToken } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import {
  type Actor,
  type Database,
  NotFoundError,
  type SessionIdentity,
  type UserRecord,
} from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { isBehindTls } from './session-cookie.js';

export interface IssuedSession {
  /** The cookie's value. */
  readonly token: string;
  /** Longest lifetime of the session, in seconds. */
  readonly seconds: number;
  /** True if the cookie is for TLS alone. */
  readonly isBehindTls: boolean;
  readonly identity: SessionIdentity;
}

const A_DAY_S = 86_400;

/** Signs people in. */
@Injectable()
export class SessionIssuer {
  private readonly seconds: number;
  private readonly isBehindTls: boolean;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) { config }: WorkspaceServices,
  ) {
    this.seconds = config.auth.console.session_max_days * A_DAY_S;
    this.isBehindTls = isBehindTls(config);
  }

  /**
   * A session under a fresh id, whatever cookie the browser sent: nobody can plant one.
   *
   * @param provenPasswordHash the stored hash that a password was compared with: if it is the person's no longer, there is
   *   no session (401 `invalid_login`)
   */
  async issue(
    { id: userId, organizationId, email }: UserRecord,
    { userAgent, ...from }: Pick<Actor, 'requestId' | 'address'> & { readonly userAgent?: string | undefined },
    provenPasswordHash?: string,
  ): Promise<IssuedSession> {
    const token = newToken('');
    const hash = hashToken(token);
    const expiresAt = new Date(Date.now() + this.seconds * 1000);
    const actor: Actor = { type: 'user', id: userId, name: email, ...from };
    try {
      const session = { userId, hash, expiresAt, provenPasswordHash, address: from.address, userAgent };
      await this.database.change(actor, ({ sessions }) => sessions.create(organizationId, session));
    } catch (error) {
      // Since the password was compared, the person was deactivated, the password changed or a second factor became required.
      if (error instanceof NotFoundError) throw new GatewayError('invalid_login');
      throw error;
    }
    const identity = await this.database.sessions.findIdentityByHash(hash);
    if (identity === undefined) throw new Error('the session that was just made is gone');
    return { token, seconds: this.seconds, isBehindTls: this.isBehindTls, identity };
  }
}
