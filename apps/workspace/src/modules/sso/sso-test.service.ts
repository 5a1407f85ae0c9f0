import { can } from '@multilane/auth';
import { toShownName } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { Actor, Database, JsonObject } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Requester } from '../../access/requester.js';
import { describeActor } from '../../access/subject.js';
import { Throttle } from '../../access/throttle.js';
import { WaitingRoom } from '../../access/waiting-room.js';
import { basePathOf } from '../../http/base-path.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import type { Origin } from '../auth/origin.js';
import { isBehindTls } from '../auth/session-cookie.js';
import { describeTestFailure, type SsoProblem } from './describe-test-failure.js';
import type { SsoTestView } from './dto/sso-test.view.js';
import type { SignedInPerson } from './identity-provider.js';
import { type FoundAccount, PeopleFinder } from './people-finder.js';
import { callbackOf, readState } from './provider-redirect.js';
import { SessionFinder } from './session-finder.js';
import { SignInProviders } from './sign-in-providers.js';
import { NO_ADDRESS } from './sso.service.js';
import { noSettings, SsoSettingsService } from './sso-settings.service.js';
import { type BegunTest, SsoTestCookie } from './sso-test-cookie.js';

const MANAGE = 'org.sso.manage';
const MOST_WORKSPACES = 50;
const LONGEST_SHOWN = 200;

type Shown = Pick<SsoTestView, 'outcome' | 'role' | 'workspaces'>;

const CHANGED = 'The settings of single sign-on have changed since the test began. Test again.';

const NOBODY = {
  issuer: null,
  subject: null,
  email: null,
  is_email_verified: false,
  name: null,
  groups: [],
  outcome: null,
  role: null,
  workspaces: [],
} as const;

/**
 * Tries an organization's settings of single sign-on: an owner goes to the identity provider and comes back, and sees what arrived. Nobody
 * is signed in, and no account changes.
 */
@Injectable()
export class SsoTestService {
  private readonly cookie: SsoTestCookie;
  private readonly basePath: string;
  /** By owner. */
  private readonly throttle = new Throttle({ tries: 20, seconds: 60 });
  private readonly room = new WaitingRoom();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) { config }: WorkspaceServices,
    @Inject(SsoSettingsService) private readonly settings: SsoSettingsService,
    @Inject(SignInProviders) private readonly providers: SignInProviders,
    @Inject(PeopleFinder) private readonly people: PeopleFinder,
    @Inject(SessionFinder) private readonly sessions: SessionFinder,
  ) {
    this.cookie = new SsoTestCookie(config.encryption.key ?? '', isBehindTls(config));
    this.basePath = basePathOf(config.server.public_base_url);
  }

  /** Begins a test of the stored settings in this browser. Returns where to send it; null where the test has failed already. */
  async start(
    { actor, organizationId, userId }: Requester,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string | null> {
    const organization = await this.settings.demandOwn(organizationId);
    const redirectUri = this.providers.redirectUriOf(organization);
    if (redirectUri === undefined) throw new GatewayError('conflict', { message: NO_ADDRESS });
    const stored = await this.database.ssoSettings.findWithSecret(organizationId);
    if (stored === undefined) throw noSettings();
    await this.throttle.take(userId);
    const provider = this.providers.make(stored);
    const { settingsHash } = stored;
    try {
      const { address, checks } = await this.room.wait(organizationId, () => provider.begin(redirectUri));
      this.cookie.set(request, reply, { ...checks, organizationId, redirectUri, settingsHash, userId });
      return address.href;
    } catch (failure) {
      const result = { ...NOBODY, problems: [describeTestFailure(failure)] };
      await this.note(actor, { organizationId, settingsHash, userId }, result);
      return null;
    }
  }

  /** The test that this browser comes back from; undefined for a sign-in. */
  findBegun(request: FastifyRequest): BegunTest | undefined {
    const state = readState(request);
    return state === '' ? undefined : this.cookie.read(request, state);
  }

  /**
   * Ends a test; its cookie is good for one try. Returns the page that shows the result.
   *
   * @throws GatewayError 401 `sso_failed` for another person than the owner who began, another redirect address, or changed settings
   */
  async finish(begun: BegunTest, request: FastifyRequest, reply: FastifyReply, from: Origin): Promise<string> {
    this.cookie.clear(request, reply);
    const { organizationId, settingsHash, userId } = begun;
    const caller = await this.sessions.find(request);
    const isOwner = caller?.userId === userId && caller.organizationId === organizationId;
    if (caller === undefined || !isOwner || !can(caller, MANAGE, { organizationId })) {
      throw refuse('The owner who began the test is not signed in in this browser. Sign in, and test again.');
    }
    const organization = await this.settings.demandOwn(organizationId);
    const stored = await this.database.ssoSettings.findWithSecret(organizationId);
    if (stored?.settingsHash !== settingsHash || this.providers.redirectUriOf(organization) !== begun.redirectUri) {
      throw refuse(CHANGED);
    }
    const callback = callbackOf(begun, request);
    const provider = this.providers.make(stored);
    const result = await this.room
      .wait(organizationId, () => provider.finish(callback, begun))
      .then(
        (person) => this.judge(organizationId, person, userId),
        (failure: unknown) => ({ ...NOBODY, problems: [describeTestFailure(failure)] }),
      );
    await this.note({ ...describeActor({ ...caller, organizationId }), ...from }, begun, result);
    return `${this.basePath}/ui/org/sso`;
  }

  private async note(
    actor: Actor,
    { organizationId, settingsHash, userId }: Pick<BegunTest, 'organizationId' | 'settingsHash' | 'userId'>,
    result: Omit<SsoTestView, 'tested_at' | 'tested_by' | 'has_passed'>,
  ): Promise<void> {
    const { problems } = result;
    const hasPassed = problems.every((problem) => problem.is_warning);
    const test = { ...result, tested_at: new Date().toISOString(), tested_by: userId, has_passed: hasPassed };
    const isNoted = await this.database.change(actor, ({ ssoSettings }) =>
      ssoSettings.noteTest(organizationId, settingsHash, {
        hasPassed,
        problems: problems.map(({ code }) => code),
        test: test as unknown as JsonObject,
      }),
    );
    if (!isNoted) throw refuse(CHANGED);
  }

  /** Shows what arrived, and what a sign-in of this person would do. */
  private async judge(organizationId: string, person: SignedInPerson, signedInAs: string) {
    const problems: SsoProblem[] = [];
    const account = await this.people.preview(organizationId, person, signedInAs).then(
      (found) => this.describe(organizationId, found),
      (refusal: unknown): Shown => {
        if (!(refusal instanceof GatewayError) || refusal.code !== 'sso_no_account') throw refusal;
        problems.push({ field: null, code: 'no_account', message: refusal.message, is_warning: true });
        return { outcome: 'refused', role: null, workspaces: [] };
      },
    );
    if (person.email === undefined) problems.push(NO_EMAIL);
    else if (person.verifiedEmail === undefined) problems.push(UNVERIFIED_EMAIL);
    return {
      issuer: shown(person.issuer),
      subject: shown(person.subject),
      email: person.email === undefined ? null : shown(person.email),
      is_email_verified: person.verifiedEmail !== undefined,
      name: person.name === undefined ? null : shown(person.name),
      groups: person.groups.map(shown).filter((group) => group !== ''),
      ...account,
      problems,
    };
  }

  private async describe(organizationId: string, found: FoundAccount): Promise<Shown> {
    const names = new Map(
      (await this.database.workspaces.listAll(organizationId)).map(({ id, name }) => [id, name] as const),
    );
    const invite = found.kind === 'account' ? undefined : found.invite;
    const user = found.kind === 'create' ? undefined : found.user;
    const memberships = user ? await this.database.memberships.list(organizationId, { userId: user.id }) : [];
    const invited =
      invite?.workspaceId != null && invite.workspaceRole != null
        ? [{ workspaceId: invite.workspaceId, role: invite.workspaceRole, teamId: invite.teamId }]
        : [];
    const places = [...memberships, ...invited].slice(0, MOST_WORKSPACES);
    const teamIds = places.flatMap(({ teamId }) => teamId ?? []);
    const teams = new Map(
      (await this.database.teams.listByIds(organizationId, teamIds)).map(({ id, name }) => [id, name] as const),
    );
    return {
      outcome: found.kind,
      role: user?.role ?? invite?.role ?? null,
      workspaces: places.map(({ role, teamId, workspaceId }) => ({
        workspace_id: workspaceId,
        name: names.get(workspaceId) ?? workspaceId,
        role,
        team: (teamId && teams.get(teamId)) ?? null,
      })),
    };
  }
}

const NO_EMAIL: SsoProblem = {
  field: null,
  code: 'no_email',
  message:
    'No email address arrived. A first sign-in needs one that the identity provider vouches for. Add the claim email there.',
  is_warning: true,
};

const UNVERIFIED_EMAIL: SsoProblem = {
  field: null,
  code: 'unverified_email',
  message:
    'The identity provider does not vouch for the email address: neither email_verified nor xms_edov is true. A first sign-in needs that.',
  is_warning: true,
};

function refuse(message: string): GatewayError {
  return new GatewayError('sso_failed', { message });
}

/** A text that the provider wrote, as the database stores it and a page shows it. */
const shown = (text: string): string => toShownName(text).slice(0, LONGEST_SHOWN);
