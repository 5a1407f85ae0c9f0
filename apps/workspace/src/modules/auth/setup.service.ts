import { hashToken } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { Actor, Database, SetupTokenRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { DATABASE } from '../../services/workspace-services.js';
import { AuthService } from './auth.service.js';
import { AuthThrottles } from './auth-throttles.js';
import { createOwner } from './create-owner.js';
import type { SetupDto } from './dto/auth.dto.js';
import { issueSetupToken } from './issue-setup-token.js';
import type { Origin } from './origin.js';
import { type IssuedSession, SessionIssuer } from './session-issuer.js';

const AT_START: Actor = { type: 'system', id: null, name: 'start' };

/** The first owner (docs/contract/sign-in.md#first-owner): anyone who can read what the service prints at its start. */
@Injectable()
export class SetupService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(AuthService) private readonly auth: AuthService,
    @Inject(AuthThrottles) private readonly throttles: AuthThrottles,
    @Inject(SessionIssuer) private readonly sessions: SessionIssuer,
  ) {}

  async isNeeded(): Promise<boolean> {
    return !(await this.database.users.existAny());
  }

  /** A token for the organization's first owner, good for a day; undefined if there is somebody already. */
  async prepare(organizationId: string): Promise<string | undefined> {
    if (!(await this.isNeeded())) return undefined;
    return (await issueSetupToken(this.database, AT_START, organizationId, true)).token;
  }

  /**
   * Makes the owner and signs it in. Every setup token is good for nothing from then on. Fails with 401
   * `invalid_setup_token`.
   */
  async setUp({ token, email, name, password }: SetupDto, from: Origin): Promise<IssuedSession> {
    const hash = hashToken(token);
    // Checked before the password is hashed, so that a stranger costs little; the change below decides.
    await this.throttles.tryToken(from.address, async () => {
      if (!isUsable(await this.database.setupTokens.findByHash(hash))) throw new GatewayError('invalid_setup_token');
    });
    const passwordHash = await this.auth.hashPassword(password);
    const actor: Actor = { type: 'system', id: null, name: 'setup', ...from };
    const owner = await this.database.change(actor, async (change) => {
      const setupToken = await change.setupTokens.take(hash);
      if (!isUsable(setupToken) || (await change.users.existAny())) throw new GatewayError('invalid_setup_token');
      return createOwner(change, setupToken.organizationId, { email, name, passwordHash });
    });
    return this.sessions.issue(owner, from);
  }
}

function isUsable(token: SetupTokenRecord | undefined): token is SetupTokenRecord {
  return token !== undefined && Date.now() < token.expiresAt.getTime();
}
