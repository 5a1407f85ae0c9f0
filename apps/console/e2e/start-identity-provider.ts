import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An identity provider (OpenID Connect) that asks nobody anything: whoever comes is `person`. */
export interface RunningProvider {
  readonly issuer: string;
  /** Claims of whoever signs in next. */
  person: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

interface Grant {
  readonly challenge: string;
  readonly clientId: string;
  readonly nonce: string;
}

const KEY_ID = 'key';
const A_MINUTE_S = 60;

/** @param secret of every client */
export async function startIdentityProvider(secret: string): Promise<RunningProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const grants = new Map<string, Grant>();
  const issue = (claims: object): string => {
    const parts = [{ alg: 'ES256', kid: KEY_ID, typ: 'JWT' }, claims];
    const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${signature.toString('base64url')}`;
  };
  const authorize = (query: URLSearchParams, response: ServerResponse): void => {
    const code = randomBytes(16).toString('base64url');
    const [challenge, clientId, nonce] = ['code_challenge', 'client_id', 'nonce'].map((name) => query.get(name) ?? '');
    grants.set(code, { challenge: challenge ?? '', clientId: clientId ?? '', nonce: nonce ?? '' });
    const back = new URL(query.get('redirect_uri') ?? '');
    back.search = String(new URLSearchParams({ code, state: query.get('state') ?? '' }));
    response.writeHead(302, { location: back.href }).end();
  };
  const exchange = (form: URLSearchParams, authorization: string, response: ServerResponse): void => {
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const basic = `Basic ${Buffer.from(`${grant?.clientId}:${secret}`).toString('base64')}`;
    if (authorization !== basic) send(response, 401, { error: 'invalid_client' });
    else if (grant?.challenge !== challenge) send(response, 400, { error: 'invalid_grant' });
    else send(response, 200, tokensOf(grant));
  };
  const tokensOf = ({ clientId: aud, nonce }: Grant): object => {
    const now = Math.floor(Date.now() / 1000);
    const token = issue({ iss: provider.issuer, aud, nonce, iat: now, exp: now + A_MINUTE_S, ...provider.person });
    return { access_token: 'test', token_type: 'Bearer', expires_in: A_MINUTE_S, id_token: token };
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const { pathname, searchParams } = new URL(request.url ?? '', provider.issuer);
    const { issuer } = provider;
    if (pathname === '/authorize') authorize(searchParams, response);
    else if (pathname === '/token') exchange(new URLSearchParams(body), request.headers.authorization ?? '', response);
    else if (pathname === '/keys') {
      send(response, 200, {
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'ES256', use: 'sig' }],
      });
    } else if (pathname === '/.well-known/openid-configuration') {
      const endpoints = { authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` };
      const algorithms = { id_token_signing_alg_values_supported: ['ES256'] };
      send(response, 200, { issuer, jwks_uri: `${issuer}/keys`, ...endpoints, ...algorithms });
    } else send(response, 404, {});
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const provider: RunningProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    person: { sub: 'somebody' },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return provider;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
