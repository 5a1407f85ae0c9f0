import { hashToken } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { Actor, Database, InviteRecord, NewUser, UserRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { DATABASE } from '../../services/workspace-services.js';
import { AuthService } from '../auth/auth.service.js';
import { AuthThrottles } from '../auth/auth-throttles.js';
import type { Origin } from '../auth/origin.js';
import { type SignInStep, SignInSteps } from '../auth/second-factor/sign-in-steps.js';
import { type IssuedSession, SessionIssuer } from '../auth/session-issuer.js';
import type { AcceptInviteDto, SignupDto } from './dto/invites.dto.js';
import { useInvite } from './use-invite.js';

/** Accounts of those who were invited. An invitation is good once. */
@Injectable()
export class SignupService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(AuthService) private readonly auth: AuthService,
    @Inject(AuthThrottles) private readonly throttles: AuthThrottles,
    @Inject(SessionIssuer) private readonly sessions: SessionIssuer,
    @Inject(SignInSteps) private readonly steps: SignInSteps,
  ) {}

  /** Fails with 401 `invalid_invite`. */
  async signUp({ token, name, password }: SignupDto, from: Origin): Promise<IssuedSession | SignInStep> {
    this.auth.demandConsole();
    // Checked before the password is hashed, so that a stranger costs little; the change below decides.
    const { email } = await this.findInvite(token, from);
    const passwordHash = await this.auth.hashPassword(password);
    const actor: Actor = { type: 'user', id: null, name: email, ...from };
    return this.steps.begin(await this.join(actor, token, { name, passwordHash }), from, passwordHash);
  }

  /**
   * Ends the session at hand, whose person continues as one of the inviting organization. Fails with 401 `invalid_invite`,
   * and with 403 for an invitation of somebody else.
   */
  async accept(requester: Requester, { token }: AcceptInviteDto, from: Origin): Promise<IssuedSession | SignInStep> {
    const { actor, caller, organizationId, userId } = requester;
    const { email } = await this.findInvite(token, from);
    const own = await this.database.users.find(organizationId, userId);
    if (own === undefined || own.email !== email) {
      throw new GatewayError('permission_denied', { message: 'The invitation is for another e-mail address.' });
    }
    const passwordHash = await this.database.users.findPasswordHash(organizationId, userId);
    const user = await this.join(actor, token, { name: own.name, passwordHash });
    await this.database.change(actor, ({ sessions }) => sessions.remove(organizationId, caller.credentialId ?? ''));
    return passwordHash === null ? this.sessions.issue(user, from) : this.steps.begin(user, from, passwordHash);
  }

  private findInvite(token: string, { address }: Origin): Promise<InviteRecord> {
    return this.throttles.tryToken(address, async () =>
      demandOpen(await this.database.invites.findByHash(hashToken(token))),
    );
  }

  /** Uses the invitation up and makes the account, with the places that it promises. */
  private join(actor: Actor, token: string, person: Pick<NewUser, 'name' | 'passwordHash'>): Promise<UserRecord> {
    return this.database.change(actor, async (change) => {
      const invite = demandOpen(await change.invites.findByHash(hashToken(token)));
      const { organizationId, email, role } = invite;
      const user = await useInvite(change, invite, () =>
        change.users.create(organizationId, { ...person, email, role }),
      );
      if (user === undefined) throw new GatewayError('invalid_invite');
      return user;
    });
  }
}

function demandOpen(invite: InviteRecord | undefined): InviteRecord {
  const isOpen = invite !== undefined && invite.acceptedAt === null && Date.now() < invite.expiresAt.getTime();
  if (!isOpen) throw new GatewayError('invalid_invite');
  return invite;
}
