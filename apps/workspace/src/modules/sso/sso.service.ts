import { GatewayError } from '@multilane/errors';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FailureThrottle } from '../../access/failure-throttle.js';
import { networkOf } from '../../access/network-of.js';
import { WaitingRoom } from '../../access/waiting-room.js';
import { basePathOf } from '../../http/base-path.js';
import { WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import type { Origin } from '../auth/origin.js';
import { isBehindTls } from '../auth/session-cookie.js';
import { type IssuedSession, SessionIssuer } from '../auth/session-issuer.js';
import { PeopleFinder } from './people-finder.js';
import { callbackOf, readState } from './provider-redirect.js';
import { ProviderSessionCookie } from './provider-session-cookie.js';
import { toSafeReturnPath } from './safe-return-path.js';
import { SessionFinder } from './session-finder.js';
import { SignInCookie } from './sign-in-cookie.js';
import { type SignInProvider, SignInProviders } from './sign-in-providers.js';

export const NO_ADDRESS =
  'Single sign-on needs `server.public_base_url` in gateway.yaml: the address that the identity provider sends people back to.';

/**
 * Sign-ins that wait for providers of organizations at once. Each holds a connection and little memory, so that it takes many organizations
 * with providers that do not answer to keep the others out.
 */
const MOST_ASKING = 500;

/** Wishes of a browser that begins a sign-in. */
interface StartOptions {
  readonly returnTo?: string | undefined;
  readonly prompt?: string | undefined;
  /** Name or id; undefined for the organization that gateway.yaml names. */
  readonly organization?: string | undefined;
}

/** Single sign-on to the console (docs/contract/sign-in.md#single-sign-on). */
@Injectable()
export class SsoService {
  private readonly cookie: SignInCookie;
  private readonly providerSession: ProviderSessionCookie;
  /** Path of the address that people use. */
  private readonly basePath: string;
  /** By address. Nothing can be guessed here, but each failed try costs the provider a request. */
  private readonly tries = new FailureThrottle({ tries: 120, seconds: 60 });
  /** Calls of providers that organizations name, which may be slow. */
  private readonly room = new WaitingRoom(MOST_ASKING);

  constructor(
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
    @Inject(PeopleFinder) private readonly people: PeopleFinder,
    @Inject(SessionIssuer) private readonly sessions: SessionIssuer,
    @Inject(SignInProviders) private readonly providers: SignInProviders,
    @Inject(SessionFinder) private readonly sessionFinder: SessionFinder,
  ) {
    const { encryption, server } = services.config;
    this.cookie = new SignInCookie(encryption.key ?? '', isBehindTls(services.config));
    this.providerSession = new ProviderSessionCookie(encryption.key ?? '', isBehindTls(services.config));
    this.basePath = basePathOf(server.public_base_url);
    if (providers.isDeclared && server.public_base_url === undefined) services.logger.warn(NO_ADDRESS);
  }

  /** Begins a sign-in in this browser. Returns where to send it. */
  async start(
    { organization, prompt, returnTo }: StartOptions,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string> {
    const target = toSafeReturnPath(returnTo ?? `${this.basePath}/ui`, this.basePath);
    const found = await this.demandProvider(organization);
    const { own, provider, redirectUri } = found;
    if (own !== undefined && organization !== undefined && isFromAnotherSite(request)) {
      // A link on another site must not sign a browser in at a provider that the site's owner may run.
      const console = `${this.basePath}/ui`;
      // The page's own addresses begin behind that of the console.
      const page = target.startsWith(`${console}/`) ? target.slice(console.length) : '/';
      return `${console}/sign-in?${new URLSearchParams({ organization, return_to: page })}`;
    }
    const { address, checks } = await this.ask(found, request.ip, () => provider.begin(redirectUri, prompt));
    this.cookie.set(request, reply, { ...checks, redirectUri, returnTo: target, ...(own && { own }) });
    return address.href;
  }

  /**
   * Ends the sign-in that this browser began; its cookie is good for one try.
   *
   * @param organization the one of the redirect address, if it names one
   */
  async finish(
    request: FastifyRequest,
    reply: FastifyReply,
    from: Origin,
    organization: string | undefined,
  ): Promise<{ readonly session: IssuedSession; readonly returnTo: string }> {
    const state = readState(request);
    const begun = this.cookie.read(request, state);
    if (begun?.own === undefined) await this.demandProvider(organization);
    if (state !== '') this.cookie.clear(request, reply, state);
    // At another address than that of the sign-in comes the code of another provider.
    if (begun === undefined || !endsWithOrganization(begun.redirectUri, organization)) {
      throw new GatewayError('sso_failed', {
        message: 'This browser has no sign-in in progress, or the sign-in took longer than ten minutes. Start again.',
      });
    }
    const found = begun.own === undefined ? this.providers.declared() : await this.providers.findBegun(begun.own);
    if (found === undefined) {
      throw new GatewayError('sso_failed', {
        message: 'The settings of single sign-on have changed since the sign-in began. Start again.',
      });
    }
    const callback = callbackOf(begun, request);
    const person = await this.ask(found, from.address, () => found.provider.finish(callback, begun));
    const organizationId = begun.own?.organizationId ?? (await this.providers.findOrganization(undefined))?.id;
    if (organizationId === undefined) throw new GatewayError('sso_no_account');
    const user = await this.people.find(organizationId, person, await this.findSignedIn(request), from);
    const session = await this.sessions.issue(user, from);
    this.providerSession.set(request, reply, { own: begun.own, idToken: person.idToken });
    return { session, returnTo: begun.returnTo };
  }

  /**
   * Ends the browser's session at the identity provider. Returns where to send it. While it has a session here, that one is
   * to be ended first: a link on another site must sign nobody out.
   */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const home = `${this.basePath}/ui/sign-in`;
    const session = this.providerSession.read(request);
    if (session === undefined) return home;
    const { own, idToken } = session;
    const found = own === undefined ? this.providers.declared() : await this.providers.findBegun(own);
    if (found === undefined) return home;
    if ((await this.findSignedIn(request)) !== undefined) return home;
    this.providerSession.clear(request, reply);
    return (await found.provider.findEnd(idToken, new URL(home, found.redirectUri).href))?.href ?? home;
  }

  /** Logs the reason of a failed sign-in, without texts of the identity provider. */
  logFailure({ cause }: GatewayError, requestId: string): void {
    if (!(cause instanceof Error)) return;
    const { code, error } = cause as { code?: unknown; error?: unknown };
    this.services.logger.warn({ request_id: requestId, code, error, reason: cause.message }, 'a single sign-on failed');
  }

  /** @throws GatewayError 404 if the organization has no provider in use, or there is no such organization */
  private async demandProvider(organization: string | undefined): Promise<SignInProvider> {
    const declared = this.providers.declared();
    if (organization === undefined && declared !== undefined) return declared;
    if (organization === undefined && this.providers.isDeclared) {
      throw new GatewayError('not_found', { message: NO_ADDRESS });
    }
    const tenant = await this.providers.findOrganization(organization);
    const found =
      tenant !== undefined && this.providers.isDeclaredFor(tenant)
        ? declared
        : tenant && (await this.providers.findOwn(tenant));
    if (found !== undefined) return found;
    const message = 'Single sign-on is not configured.';
    throw new GatewayError('not_found', {
      message: organization === undefined ? message : 'Single sign-on is not configured for this organization.',
    });
  }

  /**
   * Asks a provider. Failures are counted by address; of a provider that an organization names, those to reach it too, and few ask it
   * at once.
   */
  private ask<Result>({ own }: SignInProvider, address: string, work: () => Promise<Result>): Promise<Result> {
    const counted: ReadonlySet<string> = new Set(own === undefined ? ['sso_failed'] : ['sso_failed', 'overloaded']);
    const isFailure = (error: unknown) => error instanceof GatewayError && counted.has(error.code);
    const bounded = own === undefined ? work : () => this.room.wait(own.organizationId, work);
    return this.tries.run(networkOf(address), bounded, isFailure);
  }

  /** The person whose session this browser has; undefined if it has none that is good. */
  private async findSignedIn(request: FastifyRequest): Promise<string | undefined> {
    return (await this.sessionFinder.find(request))?.userId;
  }
}

/** True if the redirect address of a sign-in is the one that the browser came back to. */
function endsWithOrganization(redirectUri: string, organization: string | undefined): boolean {
  const { pathname } = new URL(redirectUri);
  return organization === undefined ? pathname.endsWith('/callback') : pathname.endsWith(`/callback/${organization}`);
}

/** True for a browser that says so. Old ones, and addresses without TLS, say nothing. */
function isFromAnotherSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}
