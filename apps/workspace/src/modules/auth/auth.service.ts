import { createPasswordHasher, hashToken } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import {
  type Change,
  ConflictError,
  type Database,
  type SessionIdentity,
  type UserRecord,
  type WorkspaceRecord,
} from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { AuthThrottles } from './auth-throttles.js';
import type { LoginDto, PasswordDto, ProfileDto } from './dto/auth.dto.js';
import type { Origin } from './origin.js';
import { type SignInStep, SignInSteps } from './second-factor/sign-in-steps.js';
import { type IssuedSession, SessionIssuer } from './session-issuer.js';

/** One address may have an account with several organizations; no more passwords than this are compared without its name. */
const MOST_ACCOUNTS = 5;

/** Workspaces that the console offers to choose from. */
const MOST_REACHABLE = 200;

/** An account, and the stored hash that the given password was compared with. */
interface OpenedAccount {
  readonly user: UserRecord;
  readonly provenHash: string;
}

/** The password that should prove who changes it. */
class WrongPassword extends GatewayError {
  constructor() {
    super('invalid_value', { param: 'current_password', message: '`current_password` is wrong.' });
  }
}

/** Signing in and out with a password. */
@Injectable()
export class AuthService {
  private readonly passwords = createPasswordHasher();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
    @Inject(AuthThrottles) private readonly throttles: AuthThrottles,
    @Inject(SessionIssuer) private readonly sessions: SessionIssuer,
    @Inject(SignInSteps) private readonly steps: SignInSteps,
  ) {}

  /**
   * Fails with 401 `invalid_login` in the same words and after the same work whether or not there is such an account, and
   * with 400 if the password opens accounts with several organizations and none is named. Where a second step is missing, nobody is
   * signed in yet.
   */
  async login({ email, password, organization }: LoginDto, from: Origin): Promise<IssuedSession | SignInStep> {
    this.demandConsole();
    const account = email.toLowerCase();
    return this.throttles.tryPassword(from.address, account, async () => {
      const opened = await this.findByPassword(account, password, organization);
      const [found] = opened;
      if (found === undefined) throw new GatewayError('invalid_login');
      if (opened.length > 1) throw await this.askForOrganization(opened.map(({ user }) => user));
      return this.steps.begin(found.user, from, found.provenHash);
    });
  }

  async logout({ actor, caller, organizationId }: Requester): Promise<void> {
    const { credentialId = '' } = caller;
    await this.database.change(actor, ({ sessions }) => sessions.remove(organizationId, credentialId));
  }

  /** Describes the person who is signed in, by a cookie that the guard has accepted. */
  async describe(cookie: string): Promise<SessionIdentity> {
    const identity = await this.database.sessions.findIdentityByHash(hashToken(cookie));
    if (identity === undefined) throw new GatewayError('invalid_api_key');
    return identity;
  }

  /** Lists the first workspaces that a person can reach: all for readers of the whole organization, and otherwise their own. */
  async listReachable(requester: Requester): Promise<readonly WorkspaceRecord[]> {
    const own = (requester.caller.memberships ?? []).map(({ workspaceId }) => workspaceId);
    const filters = requester.can('workspace.read') ? {} : { id: own };
    const request = { limit: MOST_REACHABLE, filters };
    return (await this.database.workspaces.listPage(requester.organizationId, request)).data;
  }

  /**
   * Changes the password, ends every session of the person and begins a new one. Only one of two changes that name the same current
   * password succeeds.
   */
  async changePassword(requester: Requester, dto: PasswordDto, from: Origin): Promise<IssuedSession> {
    const { actor, organizationId, userId } = requester;
    const change = async () => {
      const stored = (await this.database.users.findPasswordHash(organizationId, userId)) ?? undefined;
      if (!(await this.passwords.verify(dto.current_password, stored))) throw new WrongPassword();
      const hash = await this.passwords.hash(dto.new_password);
      try {
        const set = ({ users }: Change) => users.setPassword(organizationId, userId, hash, stored);
        return { hash, user: await this.database.change(actor, set) };
      } catch (error) {
        throw error instanceof ConflictError ? new WrongPassword() : error;
      }
    };
    const isFailure = (error: unknown): boolean => error instanceof WrongPassword;
    const { hash, user } = await this.throttles.tryPassword(from.address, userId, change, isFailure);
    return this.sessions.issue(user, from, hash);
  }

  /** Fails with 400 unless the person who asks knows the own password. Tries are throttled as those of a change of it. */
  async demandPassword({ organizationId, userId }: Requester, password: string, { address }: Origin): Promise<void> {
    const compare = async (): Promise<void> => {
      const stored = (await this.database.users.findPasswordHash(organizationId, userId)) ?? undefined;
      if (!(await this.passwords.verify(password, stored))) throw new WrongPassword();
    };
    await this.throttles.tryPassword(address, userId, compare, (error) => error instanceof WrongPassword);
  }

  /** The account of whoever asks. Fails with 404 if it was removed meanwhile. */
  async findOwn({ organizationId, userId }: Requester): Promise<UserRecord> {
    const user = await this.database.users.find(organizationId, userId);
    if (user === undefined) throw new GatewayError('not_found', { message: 'The person does not exist.' });
    return user;
  }

  /** Changes the name of the person who asks. */
  async rename({ actor, organizationId, userId }: Requester, { name }: ProfileDto): Promise<void> {
    await this.database.change(actor, ({ users }) => users.update(organizationId, userId, { name }));
  }

  hashPassword(password: string): Promise<string> {
    return this.passwords.hash(password);
  }

  /** Fails with 403 if the console is switched off. */
  demandConsole(): void {
    if (this.services.config.auth.console.enabled) return;
    throw new GatewayError('permission_denied', { message: 'Sign-in to the console is disabled.' });
  }

  /** The accounts of an address that a password opens. The passwords are compared at the same time: more take no longer. */
  private async findByPassword(email: string, password: string, organization?: string): Promise<OpenedAccount[]> {
    const logins = await this.findLogins(email, organization);
    if (logins.length === 0) await this.passwords.verify(password, undefined);
    const found = await Promise.all(
      logins.map(async ({ user, passwordHash }) => {
        const isRight = await this.passwords.verify(password, passwordHash ?? undefined);
        if (!isRight || !user.active) return [];
        if (passwordHash === null) return [];
        const provenHash = this.passwords.needsRehash(passwordHash)
          ? await this.rehash(user, password, passwordHash)
          : passwordHash;
        return provenHash === undefined ? [] : [{ user, provenHash }];
      }),
    );
    return found.flat();
  }

  private async findLogins(email: string, organization: string | undefined) {
    const { users, organizations } = this.database;
    const logins = await users.findLogins(email);
    if (organization === undefined) return logins.slice(0, MOST_ACCOUNTS);
    const tenant = (await organizations.find(organization)) ?? (await organizations.findByName(organization));
    return logins.filter(({ user }) => user.organizationId === tenant?.id);
  }

  /** For who has proven the password: with which organizations the accounts are. */
  private async askForOrganization(users: readonly UserRecord[]): Promise<GatewayError> {
    const found = await Promise.all(
      users.map(({ organizationId }) => this.database.organizations.find(organizationId)),
    );
    const names = found.flatMap((tenant) => (tenant ? [tenant.name] : [])).join(', ');
    const message = `\`organization\` is needed: the password opens accounts with ${names}.`;
    return new GatewayError('invalid_value', { param: 'organization', message });
  }

  /** The hash that is stored then. Undefined where the password is no longer the account's. */
  private async rehash(
    { id, organizationId, email }: UserRecord,
    password: string,
    stored: string,
  ): Promise<string | undefined> {
    const hash = await this.passwords.hash(password);
    const isReplaced = await this.database.change({ type: 'system', id: null, name: email }, ({ users }) =>
      users.rehashPassword(organizationId, id, stored, hash),
    );
    if (isReplaced) return hash;
    // Another sign-in replaced it first, or the password was changed.
    const current = (await this.database.users.findPasswordHash(organizationId, id)) ?? undefined;
    return (await this.passwords.verify(password, current)) ? current : undefined;
  }
}
