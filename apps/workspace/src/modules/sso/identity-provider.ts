import { GatewayError } from '@multilane/errors';
import * as oidc from 'openid-client';

export interface IdentityProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined: a public client, with PKCE alone. */
  readonly clientSecret?: string | undefined;
  /** Address of the keys, if discovery does not give it. */
  readonly jwksUrl?: string | undefined;
  readonly fetch: typeof fetch;
  /** True: the provider's metadata must name this very issuer, and no exception is made for any vendor. */
  readonly isExact?: boolean;
}

/** Values that a sign-in must come back with. The browser keeps them, sealed. */
export interface SignInChecks {
  readonly state: string;
  readonly nonce: string;
  /** Verifier of PKCE. */
  readonly verifier: string;
}

/** Person who signed in, as the identity provider describes them. */
export interface SignedInPerson {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case, verified or not: only to be shown. */
  readonly email: string | undefined;
  /** Only one that the identity provider has verified. */
  readonly verifiedEmail: string | undefined;
  readonly name: string | undefined;
  /** Groups that the provider names, only to be shown: access follows from SCIM. */
  readonly groups: readonly string[];
  /** Token of the provider: it names the session that a sign-out ends. */
  readonly idToken: string;
}

/**
 * Claims that vouch for the email address: the one of OpenID Connect, and the one by which Entra says that its domain is
 * verified (Entra's ID tokens have no `email_verified`).
 */
const VERIFICATIONS = ['email_verified', 'xms_edov'] as const;
const YES: ReadonlySet<unknown> = new Set([true, 'true', 1, '1']);

const TIMEOUT_S = 5;
const MOST_GROUPS = 200;
const CLOCK_TOLERANCE_S = 10;
/** Discovery is asked again after so long. */
const METADATA_AGE_MS = 600_000;

/** Signs people in with OpenID Connect: the authorization code flow with PKCE, state and nonce. */
export class IdentityProvider {
  private discovered: { readonly metadata: oidc.ServerMetadata; readonly at: number } | undefined;
  private discovering: Promise<oidc.ServerMetadata> | undefined;

  constructor(private readonly settings: IdentityProviderSettings) {}

  /**
   * Returns the address for the browser.
   *
   * @throws GatewayError 503 while the identity provider is unavailable; 401 `sso_failed` for one without an address for browsers
   */
  async begin(redirectUri: string, prompt?: string): Promise<{ readonly address: URL; readonly checks: SignInChecks }> {
    const client = await this.client();
    const checks = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    };
    const parameters = {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      response_type: 'code',
      state: checks.state,
      nonce: checks.nonce,
      ...(prompt !== undefined && { prompt }),
      code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
    };
    try {
      return { address: oidc.buildAuthorizationUrl(client, parameters), checks };
    } catch (cause) {
      throw new GatewayError('sso_failed', {
        message: 'The identity provider names no address that browsers can be sent to.',
        cause,
      });
    }
  }

  /**
   * Exchanges the code that the browser came back with.
   *
   * @param callback the redirect address, with the query that the identity provider added
   * @throws GatewayError 401 `sso_failed`, whose cause is for the log; 503 while the identity provider is unavailable
   */
  async finish(callback: URL, { state, nonce, verifier }: SignInChecks): Promise<SignedInPerson> {
    const client = await this.client();
    try {
      const tokens = await oidc.authorizationCodeGrant(client, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('there is no ID token');
      if (claims.iat > Date.now() / 1000 + CLOCK_TOLERANCE_S) throw new Error('the ID token is issued in the future');
      const known = await this.complete(client, tokens.access_token, claims);
      const { groups, name } = known;
      const isVerified = VERIFICATIONS.some((claim) => YES.has(known[claim]));
      const email = typeof known.email === 'string' ? known.email.toLowerCase() : undefined;
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email,
        verifiedEmail: isVerified ? email : undefined,
        name: typeof name === 'string' ? name : undefined,
        groups: Array.isArray(groups) ? groups.slice(0, MOST_GROUPS).filter((group) => typeof group === 'string') : [],
        idToken: tokens.id_token ?? '',
      };
    } catch (error) {
      throw isAway(error) ? unreachable(error) : new GatewayError('sso_failed', { ...explain(error), cause: error });
    }
  }

  /**
   * Finds the address at which a browser ends its session at the provider (OpenID Connect RP-Initiated Logout 1.0). Undefined for a
   * provider that has no such address, or cannot be reached.
   */
  async findEnd(idToken: string, returnUri: string): Promise<URL | undefined> {
    const { clientId } = this.settings;
    try {
      const { end_session_endpoint: endpoint } = await this.metadata();
      if (typeof endpoint !== 'string' || !URL.canParse(endpoint)) return undefined;
      const address = new URL(endpoint);
      if (address.protocol !== 'https:' && !(address.protocol === 'http:' && this.isPlainHttp)) return undefined;
      if (idToken !== '') address.searchParams.set('id_token_hint', idToken);
      address.searchParams.set('client_id', clientId);
      address.searchParams.set('post_logout_redirect_uri', returnUri);
      return address;
    } catch (error) {
      // The session here has ended; that at the provider ends by itself.
      if (error instanceof GatewayError) return undefined;
      throw error;
    }
  }

  /** Some providers return the email address at their userinfo endpoint only. */
  private async complete(
    client: oidc.Configuration,
    accessToken: string,
    claims: oidc.IDToken,
  ): Promise<Readonly<Record<string, unknown>>> {
    if (claims.email !== undefined || client.serverMetadata().userinfo_endpoint === undefined) return claims;
    return { ...claims, ...(await oidc.fetchUserInfo(client, accessToken, claims.sub)) };
  }

  /** A client of its own for each sign-in: keys are fetched each time, so that a rotated one is known at once. */
  private async client(): Promise<oidc.Configuration> {
    const { clientId, clientSecret, jwksUrl } = this.settings;
    const known = await this.metadata();
    const metadata = jwksUrl === undefined ? known : { ...known, jwks_uri: jwksUrl };
    const own = { [oidc.clockTolerance]: CLOCK_TOLERANCE_S };
    const client = new oidc.Configuration(metadata, clientId, own, authenticationOf(metadata, clientSecret));
    client.timeout = TIMEOUT_S;
    client[oidc.customFetch] = this.settings.fetch as oidc.CustomFetch;
    oidc.enableNonRepudiationChecks(client);
    if (this.isPlainHttp) oidc.allowInsecureRequests(client);
    return client;
  }

  private async metadata(): Promise<oidc.ServerMetadata> {
    if (this.discovered && performance.now() - this.discovered.at < METADATA_AGE_MS) return this.discovered.metadata;
    // One request for all who wait for it.
    this.discovering ??= this.discover().finally(() => {
      this.discovering = undefined;
    });
    return this.discovering;
  }

  private async discover(): Promise<oidc.ServerMetadata> {
    const { issuer, clientId, fetch, isExact = false } = this.settings;
    try {
      const client = await oidc.discovery(new URL(issuer), clientId, undefined, undefined, {
        timeout: TIMEOUT_S,
        [oidc.customFetch]: fetch as oidc.CustomFetch,
        execute: this.isPlainHttp ? [oidc.allowInsecureRequests] : [],
      });
      const metadata: oidc.ServerMetadata = { ...client.serverMetadata() };
      if (isExact && new URL(metadata.issuer).href !== new URL(issuer).href) throw new OtherIssuer(metadata.issuer);
      // Functions are of the client, and no metadata.
      const plain = Object.fromEntries(Object.entries(metadata).filter(([, value]) => typeof value !== 'function'));
      this.discovered = { metadata: plain as oidc.ServerMetadata, at: performance.now() };
      return this.discovered.metadata;
    } catch (error) {
      throw unreachable(error);
    }
  }

  /** An operator who writes `http:` in gateway.yaml means it, as for an issuer on the same machine. */
  private get isPlainHttp(): boolean {
    return new URL(this.settings.issuer).protocol === 'http:';
  }
}

/** The metadata of a provider names another issuer than the settings. */
export class OtherIssuer extends Error {
  override readonly name = 'OtherIssuer';

  constructor(readonly named: string) {
    super('the metadata of the identity provider names another issuer');
  }
}

/** Chooses the method that the provider accepts; `client_secret_basic` if it names none (OpenID Connect Discovery section 3). */
function authenticationOf(
  { token_endpoint_auth_methods_supported: methods }: oidc.ServerMetadata,
  secret: string | undefined,
): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  const isPost = methods !== undefined && !methods.includes('client_secret_basic');
  return isPost ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret);
}

/** Explains a failure in the service's own words, if the person can do something about it. */
function explain(error: unknown): { readonly message?: string } {
  if (!(error instanceof oidc.AuthorizationResponseError)) return {};
  if (error.error === 'access_denied') {
    return {
      message:
        'The identity provider refused the sign-in: it was cancelled, or this application is not assigned to you.',
    };
  }
  // RFC 6749 section 4.1.2.1 names the errors; anything else is not worth showing.
  const code = /^[a-z_]{1,40}$/.test(error.error) ? ` (${error.error})` : '';
  return { message: `The identity provider answered with an error${code}.` };
}

/** True if the network or the provider's server failed, and not the sign-in. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, status, cause } = error as { code?: unknown; status?: unknown; cause?: unknown };
  if (code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && error.message === 'fetch failed')) return true;
  const answered = cause instanceof Response ? cause.status : status;
  return typeof answered === 'number' && answered >= 500;
}

function unreachable(cause: unknown): GatewayError {
  return new GatewayError('overloaded', {
    message: 'The identity provider cannot be reached at the moment.',
    headers: { 'retry-after': '5' },
    cause,
  });
}
