import { hashToken, newToken } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { Actor, Database, SetupTokenRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { DATABASE } from '../../workspace-services.js';
import { AuthService, type Origin } from './auth.service.js';
import { AuthThrottles } from './auth-throttles.js';
import type { SetupDto } from './dto/auth.dto.js';
import { type IssuedSession, SessionIssuer } from './session-issuer.js';

const PREFIX = 'ml_setup_';
const VALID_MS = 24 * 60 * 60 * 1000;

const AT_START: Actor = { type: 'system', id: null, name: 'start' };

/** The first owner (decisions section 3): whoever can read what the service prints at its start. */
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

  /** A token for the organization's first owner, good for a day; undefined where there is somebody already. */
  async prepare(organizationId: string): Promise<string | undefined> {
    if (!(await this.isNeeded())) return undefined;
    const token = newToken(PREFIX);
    const expiresAt = new Date(Date.now() + VALID_MS);
    await this.database.change(AT_START, ({ setupTokens }) =>
      setupTokens.replace(organizationId, { hash: hashToken(token), expiresAt }),
    );
    return token;
  }

  /**
   * Makes the owner and signs it in. Every setup token is good for nothing from then on. Fails with 401
   * `invalid_setup_token`.
   */
  async setUp({ token, email, name, password }: SetupDto, from: Origin): Promise<IssuedSession> {
    await this.throttles.takeToken(from.address);
    const hash = hashToken(token);
    // Checked before the password is hashed, so that a stranger costs little; the change below decides.
    if (!isUsable(await this.database.setupTokens.findByHash(hash))) throw new GatewayError('invalid_setup_token');
    const passwordHash = await this.auth.hashPassword(password);
    const actor: Actor = { type: 'system', id: null, name: 'setup', ...from };
    const owner = await this.database.change(actor, async ({ setupTokens, users, workspaces }) => {
      const taken = await setupTokens.take(hash);
      if (!isUsable(taken) || (await users.existAny())) throw new GatewayError('invalid_setup_token');
      const { organizationId } = taken;
      const user = await users.create(organizationId, { email, name, passwordHash, role: 'owner' });
      for (const { id } of await workspaces.listAll(organizationId)) {
        await users.setMembership(organizationId, { workspaceId: id, userId: user.id, role: 'admin' });
      }
      return user;
    });
    return this.sessions.issue(owner, from);
  }
}

function isUsable(token: SetupTokenRecord | undefined): token is SetupTokenRecord {
  return token !== undefined && Date.now() < token.expiresAt.getTime();
}
