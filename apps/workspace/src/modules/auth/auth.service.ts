import { createPasswordHasher, hashToken } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { Actor, Database, SessionIdentity, UserRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../workspace-services.js';
import { AuthThrottles } from './auth-throttles.js';
import type { LoginDto, PasswordDto } from './dto/auth.dto.js';
import { type IssuedSession, SessionIssuer } from './session-issuer.js';

/** Where a request comes from, for throttles and the audit trail. */
export type Origin = Required<Pick<Actor, 'requestId' | 'address'>> & { readonly address: string };

/** One address may have an account with several organizations; no more passwords than this are compared. */
const MOST_ACCOUNTS = 5;

/** Signing in and out with a password. */
@Injectable()
export class AuthService {
  private readonly passwords = createPasswordHasher();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
    @Inject(AuthThrottles) private readonly throttles: AuthThrottles,
    @Inject(SessionIssuer) private readonly sessions: SessionIssuer,
  ) {}

  /** Fails with 401 `invalid_login` in the same words and after the same work whether or not there is such an account. */
  async login({ email, password }: LoginDto, from: Origin): Promise<IssuedSession> {
    if (!this.services.config.auth.console.enabled) {
      throw new GatewayError('permission_denied', { message: 'Sign-in to the console is switched off.' });
    }
    const account = email.toLowerCase();
    await this.throttles.takePassword(from.address, account);
    const user = await this.findByPassword(account, password);
    if (user === undefined) throw new GatewayError('invalid_login');
    await this.throttles.forgive(from.address, account);
    return this.sessions.issue(user, from);
  }

  async logout({ actor, caller, organizationId }: Requester): Promise<void> {
    const { credentialId = '' } = caller;
    await this.database.change(actor, ({ sessions }) => sessions.remove(organizationId, credentialId));
  }

  /** Who is signed in, by the cookie that the guard has let in. */
  async describe(cookie: string): Promise<SessionIdentity> {
    const identity = await this.database.sessions.findIdentityByHash(hashToken(cookie));
    if (identity === undefined) throw new GatewayError('invalid_api_key');
    return identity;
  }

  /** Changes the password, ends every session of the person and begins a new one. */
  async changePassword(requester: Requester, dto: PasswordDto, from: Origin): Promise<IssuedSession> {
    const { actor, organizationId, userId } = requester;
    await this.throttles.takePassword(from.address, userId);
    const stored = (await this.database.users.findPasswordHash(organizationId, userId)) ?? undefined;
    if (!(await this.passwords.verify(dto.current_password, stored))) {
      throw new GatewayError('invalid_value', { param: 'current_password', message: '`current_password` is wrong.' });
    }
    const hash = await this.passwords.hash(dto.new_password);
    const user = await this.database.change(actor, ({ users }) => users.setPassword(organizationId, userId, hash));
    await this.throttles.forgive(from.address, userId);
    return this.sessions.issue(user, from);
  }

  hashPassword(password: string): Promise<string> {
    return this.passwords.hash(password);
  }

  private async findByPassword(email: string, password: string): Promise<UserRecord | undefined> {
    const logins = (await this.database.users.findLogins(email)).slice(0, MOST_ACCOUNTS);
    if (logins.length === 0) await this.passwords.verify(password, undefined);
    let found: UserRecord | undefined;
    for (const { user, passwordHash } of logins) {
      const isRight = await this.passwords.verify(password, passwordHash ?? undefined);
      if (!isRight || !user.active) continue;
      if (passwordHash !== null && this.passwords.needsRehash(passwordHash)) await this.rehash(user, password);
      found ??= user;
    }
    return found;
  }

  private async rehash({ id, organizationId, email }: UserRecord, password: string): Promise<void> {
    const hash = await this.passwords.hash(password);
    await this.database.change({ type: 'system', id: null, name: email }, ({ users }) =>
      users.rehashPassword(organizationId, id, hash),
    );
  }
}
