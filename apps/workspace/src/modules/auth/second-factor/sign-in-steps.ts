import { hashToken } from '@multilane/auth';
import { parseBoundedJson } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { type Actor, type Database, SecretBox, SecretBoxError, type UserRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../../services/workspace-services.js';
import { AuthThrottles } from '../auth-throttles.js';
import type { Origin } from '../origin.js';
import { type IssuedSession, SessionIssuer } from '../session-issuer.js';
import { type Enrolment, SecondFactorService, WRONG_CODE } from './second-factor.service.js';

/** A sign-in whose password was right and that needs one more step. It is no session: no other route knows its token. */
export interface SignInStep {
  readonly step: 'code' | 'enrolment';
  readonly token: string;
  readonly expiresAt: Date;
}

/** Contents of a token. */
interface Begun {
  readonly organizationId: string;
  readonly userId: string;
  /** Hash of the stored hash of the password that was right. */
  readonly proof: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const PURPOSE = 'sign-in step';
const STEP_MS = 10 * 60_000;

/**
 * The second step of a sign-in with a password (docs/contract/sign-in.md#second-factor). Its token is sealed, good for ten minutes and
 * until the password changes. Every bound on its use is of the account, so that a new token gives no new tries.
 */
@Injectable()
export class SignInSteps {
  private readonly box: SecretBox;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) { config }: WorkspaceServices,
    @Inject(AuthThrottles) private readonly throttles: AuthThrottles,
    @Inject(SecondFactorService) private readonly secondFactors: SecondFactorService,
    @Inject(SessionIssuer) private readonly sessions: SessionIssuer,
  ) {
    this.box = SecretBox.fromKeys(config.encryption.key ?? '');
  }

  /**
   * Signs a person in whose password was right, or says which step is missing.
   *
   * @param passwordHash the stored hash that the password was compared with
   */
  async begin(user: UserRecord, from: Origin, passwordHash: string): Promise<IssuedSession | SignInStep> {
    const step = await this.findMissing(user);
    if (step === undefined) return this.sessions.issue(user, from, passwordHash);
    const expiresAt = Date.now() + STEP_MS;
    const { id: userId, organizationId } = user;
    const begun: Begun = { organizationId, userId, proof: hashToken(passwordHash), expiresAt };
    return { step, token: this.box.seal(JSON.stringify(begun), PURPOSE), expiresAt: new Date(expiresAt) };
  }

  /** Ends the sign-in with a code. Fails with 401 `invalid_login` (`param`: `token` or `code`) and with 429. */
  async finish(token: string, code: string, from: Origin): Promise<IssuedSession> {
    const { passwordHash, user } = await this.open(token, from);
    await this.secondFactors.useCode(user, code, actorOf(user, from), isWrongCode);
    return this.sessions.issue(user, from, passwordHash);
  }

  /** Begins the enrolment that the organization demands. */
  async beginEnrolment(token: string, from: Origin): Promise<Enrolment> {
    const { user } = await this.open(token, from);
    await this.demandEnrolment(user);
    return this.secondFactors.begin(user, actorOf(user, from), false);
  }

  /** Ends the enrolment and the sign-in. */
  async finishEnrolment(
    token: string,
    code: string,
    from: Origin,
  ): Promise<{ readonly session: IssuedSession; readonly recoveryCodes: readonly string[] }> {
    const { passwordHash, user } = await this.open(token, from);
    await this.demandEnrolment(user);
    const rules = { mayReplace: false, refuse: isWrongCode };
    const recoveryCodes = await this.secondFactors.confirm(user, code, actorOf(user, from), rules);
    return { recoveryCodes, session: await this.sessions.issue(user, from, passwordHash) };
  }

  private async findMissing(user: UserRecord): Promise<SignInStep['step'] | undefined> {
    if (user.secondFactorSince !== null) return 'code';
    const organization = await this.database.organizations.find(user.organizationId);
    return organization?.requiresSecondFactor === true ? 'enrolment' : undefined;
  }

  private async demandEnrolment(user: UserRecord): Promise<void> {
    if ((await this.findMissing(user)) !== 'enrolment') throw isOver();
  }

  private open(
    token: string,
    { address }: Origin,
  ): Promise<{ readonly user: UserRecord; readonly passwordHash: string }> {
    return this.throttles.tryToken(address, async () => {
      const { expiresAt, organizationId, proof, userId } = this.read(token);
      if (Date.now() >= expiresAt) throw isOver();
      const { users } = this.database;
      const [user, passwordHash] = await Promise.all([
        users.find(organizationId, userId),
        users.findPasswordHash(organizationId, userId),
      ]);
      const isProven = passwordHash !== null && hashToken(passwordHash) === proof;
      if (user?.active !== true || !isProven) throw isOver();
      return { user, passwordHash };
    });
  }

  private read(token: string): Begun {
    try {
      return parseBoundedJson(this.box.open(token, PURPOSE)) as unknown as Begun;
    } catch (error) {
      if (error instanceof SecretBoxError) throw isOver();
      throw error;
    }
  }
}

function actorOf({ email, id }: UserRecord, { address, requestId }: Origin): Actor {
  return { type: 'user', id, name: email, requestId, address };
}

function isWrongCode(): GatewayError {
  return new GatewayError('invalid_login', { param: 'code', message: WRONG_CODE });
}

function isOver(): GatewayError {
  return new GatewayError('invalid_login', {
    param: 'token',
    message: 'This sign-in has ended: it took longer than ten minutes, or the account was changed. Start again.',
  });
}
