import { randomBytes } from 'node:crypto';
import {
  type AuthorizationServerMetadata,
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  exchangeAuthorization,
  extractWWWAuthenticateParams,
  type FetchLike,
  OAuthError,
  type OAuthTokens,
  refreshAuthorization,
  registerClient,
  startAuthorization,
} from '@modelcontextprotocol/client';
import { isRecord, parseBoundedJson } from '@multilane/contracts';
import type { McpServer } from '../../snapshot/mcp-servers.js';

/** The whole of a step: of a few requests, in milliseconds. */
const TIME_LIMIT_MS = 10_000;
const LONGEST_ADDRESS = 2_048;
const LONGEST_TOKEN = 16_384;
const LONGEST_SCOPE = 1_000;
/** Lifetime of a token that does not state its own. */
const DEFAULT_SECONDS = 300;

const NO_PKCE = 'The authorization server does not support codes with PKCE (S256).';

/** Members of an authorization server's metadata that are needed again (RFC 8414). */
const KEPT = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'revocation_endpoint',
  'response_types_supported',
  'code_challenge_methods_supported',
  'token_endpoint_auth_methods_supported',
  'authorization_response_iss_parameter_supported',
] as const;

interface Client {
  readonly client_id: string;
  readonly client_secret?: string | undefined;
  readonly token_endpoint_auth_method?: string | undefined;
}

/** An authorization server, the gateway's client there, and the server that tokens are for. */
interface Registration {
  readonly metadata: AuthorizationServerMetadata;
  readonly client: Client;
  readonly resource: string;
}

/** Parameters with which a person was sent to the authorization server. */
export interface BegunAuthorization extends Registration {
  readonly verifier: string;
  readonly redirectUri: string;
}

/** The tokens of a person, and where they are renewed and revoked. */
export interface GrantedTokens extends Registration {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Message for a person about a step that failed. It holds nothing that a server said. */
export class AuthorizationProblem extends Error {}

/** The authorization server no longer takes the refresh token: the person has to connect again. */
export class GrantEnded extends Error {}

/**
 * Finds the authorization server of an MCP server by the metadata of both (RFC 9728, RFC 8414), and where to send the person.
 *
 * @throws AuthorizationProblem
 */
export async function beginAuthorization(
  { url = '', userOauth }: Pick<McpServer, 'url' | 'userOauth'>,
  redirectUri: string,
  fetch: FetchLike,
): Promise<{ readonly address: string; readonly state: string; readonly begun: BegunAuthorization }> {
  const within = limitTime(fetch);
  const challenge = await readChallenge(url, within);
  const resource = await orProblem('The MCP server does not say which authorization server it trusts (RFC 9728).', () =>
    discoverOAuthProtectedResourceMetadata(url, { ...challenge }, within),
  );
  if (!checkResourceAllowed({ requestedResource: url, configuredResource: resource.resource })) {
    throw new AuthorizationProblem('The metadata of the MCP server are those of another address.');
  }
  const [authorizationServer = new URL(url).origin] = resource.authorization_servers ?? [];
  const found = await orProblem('The metadata of the authorization server cannot be read (RFC 8414).', () =>
    discoverAuthorizationServerMetadata(authorizationServer, { fetchFn: within }),
  );
  if (found === undefined) throw new AuthorizationProblem('The authorization server has no metadata (RFC 8414).');
  const metadata = keepMetadata(found);
  // A server that does not say so does not support it (MCP, "Authorization code protection"): a stolen code would be enough.
  if (!metadata.code_challenge_methods_supported?.includes('S256')) throw new AuthorizationProblem(NO_PKCE);
  if (userOauth?.issuer !== undefined && !isSameIssuer(userOauth.issuer, metadata.issuer)) {
    throw new AuthorizationProblem('The MCP server names another authorization server than `user_oauth.issuer`.');
  }
  const scope = userOauth?.scope ?? challenge.scope ?? resource.scopes_supported?.join(' ');
  const client = await findClient(found, { userOauth, redirectUri, scope, fetch: within });
  const state = randomBytes(32).toString('base64url');
  const { authorizationUrl, codeVerifier } = await orProblem(NO_PKCE, () =>
    startAuthorization(metadata.issuer, {
      metadata,
      clientInformation: toInformation(client),
      redirectUrl: redirectUri,
      ...(scope !== undefined && { scope: scope.slice(0, LONGEST_SCOPE) }),
      state,
      resource: resource.resource,
    }),
  );
  if (!/^https?:$/.test(authorizationUrl.protocol)) {
    throw new AuthorizationProblem('The authorization server is at no address that a browser can open.');
  }
  const begun = { metadata, client, resource: resource.resource, verifier: codeVerifier, redirectUri };
  return { address: authorizationUrl.href, state, begun };
}

/** Exchanges the code that a person came back with. @throws AuthorizationProblem */
export async function finishAuthorization(
  { client, metadata, redirectUri, resource, verifier }: BegunAuthorization,
  { code, iss }: { readonly code: string; readonly iss?: string | undefined },
  fetch: FetchLike,
): Promise<GrantedTokens> {
  const tokens = await orProblem('The authorization server refused the code.', () =>
    exchangeAuthorization(metadata.issuer, {
      metadata,
      clientInformation: toInformation(client),
      authorizationCode: code,
      ...(iss !== undefined && { iss }),
      codeVerifier: verifier,
      redirectUri,
      resource,
      fetchFn: limitTime(fetch),
    }),
  );
  return toGranted({ client, metadata, resource }, tokens, undefined);
}

/** Renews tokens. @throws GrantEnded; any other error if it may be tried again */
export async function renewTokens(granted: GrantedTokens, fetch: FetchLike): Promise<GrantedTokens> {
  const { client, metadata, refreshToken, resource } = granted;
  if (refreshToken === undefined) throw new GrantEnded();
  try {
    const tokens = await refreshAuthorization(metadata.issuer, {
      metadata,
      clientInformation: toInformation(client),
      refreshToken,
      resource,
      fetchFn: limitTime(fetch),
    });
    return toGranted({ client, metadata, resource }, tokens, refreshToken);
  } catch (error) {
    if (error instanceof OAuthError && /^(?:invalid_grant|invalid_client)$/.test(error.code)) throw new GrantEnded();
    throw error;
  }
}

/** Revokes tokens (RFC 7009). Resolves also if the authorization server has no endpoint for that. */
export async function revokeTokens(granted: GrantedTokens, fetch: FetchLike): Promise<void> {
  const { accessToken, client, metadata, refreshToken } = granted;
  // OpenID Connect does not have it in its own metadata.
  const { revocation_endpoint: endpoint } = metadata as { readonly revocation_endpoint?: unknown };
  if (typeof endpoint !== 'string') return;
  const within = limitTime(fetch);
  const tokens = [
    ...(refreshToken === undefined ? [] : [[refreshToken, 'refresh_token'] as const]),
    [accessToken, 'access_token'] as const,
  ];
  for (const [token, hint] of tokens) {
    const body = new URLSearchParams({ token, token_type_hint: hint });
    const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' };
    const { client_id: id, client_secret: secret } = client;
    if (secret === undefined) body.set('client_id', id);
    else if (client.token_endpoint_auth_method === 'client_secret_post') {
      body.set('client_id', id);
      body.set('client_secret', secret);
    } else {
      const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
      headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    }
    const answer = await within(endpoint, { method: 'POST', headers, body: body.toString() });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the revocation endpoint answered ${answer.status}`);
  }
}

/** A server that wants a token says where its metadata are. */
async function readChallenge(url: string, fetch: FetchLike): Promise<{ resourceMetadataUrl?: URL; scope?: string }> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  const answer = await orProblem('The MCP server cannot be reached.', () =>
    fetch(url, { method: 'POST', headers, body }),
  );
  await answer.body?.cancel();
  if (answer.status !== 401) return {};
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(answer);
  return { ...(resourceMetadataUrl && { resourceMetadataUrl }), ...(scope !== undefined && { scope }) };
}

/** The client that was entered for the server, or one that the gateway registers (RFC 7591). */
async function findClient(
  metadata: AuthorizationServerMetadata,
  {
    fetch,
    redirectUri,
    scope,
    userOauth,
  }: {
    readonly userOauth: McpServer['userOauth'];
    readonly redirectUri: string;
    readonly scope: string | undefined;
    readonly fetch: FetchLike;
  },
): Promise<Client> {
  const method = chooseMethod(metadata, userOauth?.client_secret !== undefined);
  if (userOauth?.client_id !== undefined) {
    const { client_id, client_secret } = userOauth;
    return { client_id, client_secret, token_endpoint_auth_method: method };
  }
  if (metadata.registration_endpoint === undefined) {
    throw new AuthorizationProblem(
      'The authorization server registers no clients by itself: enter `user_oauth.client_id` for the MCP server.',
    );
  }
  const { client_id, client_secret, token_endpoint_auth_method } = await orProblem(
    'The authorization server refused to register the gateway as a client (RFC 7591).',
    () =>
      registerClient(metadata.issuer, {
        metadata,
        clientMetadata: {
          client_name: 'Multilane',
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          token_endpoint_auth_method: 'none',
        },
        ...(scope !== undefined && { scope }),
        fetchFn: fetch,
      }),
  );
  return { client_id, client_secret, token_endpoint_auth_method };
}

function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}

/** Chooses the method that the server accepts; `client_secret_basic` if it names none (RFC 8414, section 2). */
function chooseMethod(
  { token_endpoint_auth_methods_supported: methods }: AuthorizationServerMetadata,
  hasSecret: boolean,
): string {
  if (!hasSecret) return 'none';
  return methods !== undefined && !methods.includes('client_secret_basic')
    ? 'client_secret_post'
    : 'client_secret_basic';
}

function keepMetadata(metadata: AuthorizationServerMetadata): AuthorizationServerMetadata {
  const all = metadata as unknown as Readonly<Record<string, unknown>>;
  const kept = Object.fromEntries(KEPT.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
  if (JSON.stringify(kept).length > 4 * LONGEST_ADDRESS) {
    throw new AuthorizationProblem('The metadata of the authorization server are too long.');
  }
  return kept as unknown as AuthorizationServerMetadata;
}

function toGranted(registration: Registration, tokens: OAuthTokens, known: string | undefined): GrantedTokens {
  const {
    access_token: accessToken,
    expires_in: seconds = DEFAULT_SECONDS,
    refresh_token: refreshToken = known,
  } = tokens;
  const longest = Math.max(accessToken.length, refreshToken?.length ?? 0);
  if (!/^bearer$/i.test(tokens.token_type) || longest > LONGEST_TOKEN || !/^[\x21-\x7e]+$/.test(accessToken)) {
    throw new AuthorizationProblem('The authorization server sent a token that cannot be used.');
  }
  return { ...registration, accessToken, refreshToken, expiresAt: Date.now() + seconds * 1_000 };
}

function toInformation({ client_id, client_secret, token_endpoint_auth_method }: Client) {
  return {
    client_id,
    ...(client_secret !== undefined && { client_secret }),
    ...(token_endpoint_auth_method !== undefined && { token_endpoint_auth_method }),
  };
}

/** Replaces errors of the libraries, which may hold words of a server. */
async function orProblem<Result>(message: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AuthorizationProblem ? error : new AuthorizationProblem(message, { cause: error });
  }
}

function limitTime(fetch: FetchLike): FetchLike {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  return (url, init) => fetch(url, { ...init, signal });
}

/** Parses stored JSON. */
export function readStored<Stored>(text: string): Stored {
  const stored: unknown = parseBoundedJson(text);
  if (!isRecord(stored)) throw new Error('a stored authorization is no object');
  return stored as unknown as Stored;
}
