import { boundAnswers } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FailureThrottle } from '../../access/failure-throttle.js';
import { networkOf } from '../../access/network-of.js';
import { requestOriginOf } from '../../access/request-origin-of.js';
import { basePathOf } from '../../http/base-path.js';
import { WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import type { Origin } from '../auth/origin.js';
import { isBehindTls } from '../auth/session-cookie.js';
import { type IssuedSession, SessionIssuer } from '../auth/session-issuer.js';
import type { SsoView } from './dto/sso.view.js';
import { IdentityProvider } from './identity-provider.js';
import { PeopleFinder } from './people-finder.js';
import { ProviderSessionCookie } from './provider-session-cookie.js';
import { toSafeReturnPath } from './safe-return-path.js';
import { SignInCookie } from './sign-in-cookie.js';

const CALLBACK_PATH = '/auth/sso/callback';
const NO_ADDRESS =
  'Single sign-on needs `server.public_base_url` in gateway.yaml: the address that the identity provider sends people back to.';

/** Single sign-on to the console (docs/contract/sign-in.md#single-sign-on). */
@Injectable()
export class SsoService {
  /** Provider of the present gateway.yaml; undefined if single sign-on is not configured. */
  private readonly findProvider: () => IdentityProvider | undefined;
  private readonly cookie: SignInCookie;
  private readonly providerSession: ProviderSessionCookie;
  /** Address to which the identity provider sends browsers back: never one that a request states. */
  private readonly redirectUri: string | undefined;
  /** Path of the address that people use. */
  private readonly basePath: string;
  /** By address. Nothing can be guessed here, but each failed try costs the provider a request. */
  private readonly tries = new FailureThrottle({ tries: 120, seconds: 60 });

  constructor(
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
    @Inject(PeopleFinder) private readonly people: PeopleFinder,
    @Inject(SessionIssuer) private readonly sessions: SessionIssuer,
  ) {
    const { auth, encryption } = services.config;
    this.findProvider = services.followed.derive(({ oidc, sso, issuerFetch }) => {
      const { issuer, spa_client_id: publicClient, jwks_url: jwksUrl } = oidc;
      const { client_id: clientId = publicClient, client_secret: clientSecret } = sso;
      const isOffered = auth.console.enabled && issuer !== undefined && clientId !== undefined;
      return isOffered
        ? new IdentityProvider({ issuer, clientId, clientSecret, jwksUrl, fetch: boundAnswers(issuerFetch) })
        : undefined;
    });
    this.cookie = new SignInCookie(encryption.key ?? '', isBehindTls(services.config));
    this.providerSession = new ProviderSessionCookie(encryption.key ?? '', isBehindTls(services.config));
    this.basePath = basePathOf(services.config.server.public_base_url);
    this.redirectUri = redirectUriOf(services.config.server.public_base_url);
    if (this.findProvider() !== undefined && this.redirectUri === undefined) services.logger.warn(NO_ADDRESS);
  }

  /** True if people can sign in this way. */
  get isOffered(): boolean {
    return this.redirectUri !== undefined && this.findProvider() !== undefined;
  }

  /** Describes the settings, for administrators of the identity provider. */
  describe(): SsoView {
    const { config, followed } = this.services;
    const { oidc, sso } = followed.now;
    const isClientKnown = (sso.client_id ?? oidc.spa_client_id) !== undefined;
    const missing = [
      ...(config.auth.console.enabled ? [] : ['auth.console.enabled']),
      ...(this.redirectUri === undefined ? ['server.public_base_url'] : []),
      ...(oidc.issuer === undefined ? ['auth.oidc.issuer'] : []),
      ...(isClientKnown ? [] : ['auth.console.sso.client_id']),
    ];
    return {
      object: 'sso',
      is_offered: this.isOffered,
      issuer: oidc.issuer ?? null,
      callback_address: this.redirectUri ?? null,
      sign_out_address:
        this.redirectUri === undefined ? null : new URL(`${this.basePath}/ui/sign-in`, this.redirectUri).href,
      start_address: this.redirectUri === undefined ? null : new URL('/auth/sso/start', this.redirectUri).href,
      missing,
    };
  }

  /** Begins a sign-in in this browser. Returns where to send it. */
  async start(
    { returnTo, prompt }: { readonly returnTo?: string | undefined; readonly prompt?: string | undefined },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string> {
    const { provider, redirectUri } = this.requireProvider();
    const { address, checks } = await provider.begin(redirectUri, prompt);
    const target = toSafeReturnPath(returnTo ?? `${this.basePath}/ui`, this.basePath);
    this.cookie.set(request, reply, { ...checks, redirectUri, returnTo: target });
    return address.href;
  }

  /** Ends the sign-in that this browser began; its cookie is good for one try. */
  async finish(
    request: FastifyRequest,
    reply: FastifyReply,
    from: Origin,
  ): Promise<{ readonly session: IssuedSession; readonly returnTo: string }> {
    const { provider } = this.requireProvider();
    const state = URL.parse(request.url, 'https://here.invalid')?.searchParams.get('state') ?? '';
    const begun = this.cookie.read(request, state);
    if (state !== '') this.cookie.clear(request, reply, state);
    if (begun === undefined) {
      throw new GatewayError('sso_failed', {
        message: 'This browser has no sign-in in progress, or the sign-in took longer than ten minutes. Start again.',
      });
    }
    const callback = new URL(begun.redirectUri);
    callback.search = new URL(request.url, begun.redirectUri).search;
    const isFailure = (error: unknown) => error instanceof GatewayError && error.code === 'sso_failed';
    const person = await this.tries.run(networkOf(from.address), () => provider.finish(callback, begun), isFailure);
    const user = await this.people.find(person, await this.findSignedIn(request), from);
    const session = await this.sessions.issue(user, from);
    this.providerSession.set(request, reply, person.idToken);
    return { session, returnTo: begun.returnTo };
  }

  /**
   * Ends the browser's session at the identity provider. Returns where to send it. While it has a session here, that one is
   * to be ended first: a link on another site must sign nobody out.
   */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const home = `${this.basePath}/ui/sign-in`;
    const provider = this.findProvider();
    const idToken = this.providerSession.read(request);
    if (provider === undefined || this.redirectUri === undefined || idToken === undefined) return home;
    if ((await this.findSignedIn(request)) !== undefined) return home;
    this.providerSession.clear(request, reply);
    return (await provider.findEnd(idToken, new URL(home, this.redirectUri).href))?.href ?? home;
  }

  /** Logs the reason of a failed sign-in, without texts of the identity provider. */
  logFailure({ cause }: GatewayError, requestId: string): void {
    if (!(cause instanceof Error)) return;
    const { code, error } = cause as { code?: unknown; error?: unknown };
    this.services.logger.warn({ request_id: requestId, code, error, reason: cause.message }, 'a single sign-on failed');
  }

  private requireProvider(): { readonly provider: IdentityProvider; readonly redirectUri: string } {
    const provider = this.findProvider();
    if (provider === undefined) throw new GatewayError('not_found', { message: 'Single sign-on is not configured.' });
    if (this.redirectUri === undefined) throw new GatewayError('not_found', { message: NO_ADDRESS });
    return { provider, redirectUri: this.redirectUri };
  }

  /** The person whose session this browser has; undefined if it has none that is good. */
  private async findSignedIn(request: FastifyRequest): Promise<string | undefined> {
    if (request.headers.cookie === undefined) return undefined;
    const headers = { cookie: request.headers.cookie };
    try {
      const site = requestOriginOf(request, undefined);
      const caller = await this.services.subjects.authenticate(headers, Date.now(), site);
      return caller.credentialType === 'session' ? caller.userId : undefined;
    } catch (error) {
      if (error instanceof GatewayError && error.status === 401) return undefined;
      throw error;
    }
  }
}

function redirectUriOf(publicBaseUrl: string | undefined): string | undefined {
  return publicBaseUrl === undefined ? undefined : `${new URL(publicBaseUrl).origin}${CALLBACK_PATH}`;
}
