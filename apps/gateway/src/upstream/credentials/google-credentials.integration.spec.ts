import { createVerify, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import type { ProviderFailure } from '@multilane/providers';
import { findClosedPort, makeCertificate } from '@multilane/testing';
import { startForwardProxy } from '../../../e2e/providers/start-forward-proxy.js';
import { type Issuer, type IssuerReply, startIssuer } from '../../../e2e/providers/start-issuer.js';
import { createCredentialSource } from './create-credential-source.js';
import type { CredentialSource } from './credential-source.js';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const HOUR_S = 3_600;
const TOKEN: IssuerReply = { body: { access_token: 'ya29.token', expires_in: HOUR_S, token_type: 'Bearer' } };

/** Resources that a test opened, closed again in reverse order. */
const open: (() => unknown)[] = [];
const environment = { ...process.env };

beforeEach(async () => {
  const home = await mkdtemp(join(tmpdir(), 'multilane-home-'));
  open.push(() => rm(home, { recursive: true, force: true }));
  // A machine without credentials, and without the settings of whoever runs the tests.
  for (const name of Object.keys(process.env)) {
    if (/proxy|^google|^gce_|^cloudsdk/i.test(name)) delete process.env[name];
  }
  process.env.HOME = home;
  process.env.METADATA_SERVER_DETECTION = 'none';
});

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
  process.env = { ...environment };
});

async function issuer(...args: Parameters<typeof startIssuer>): Promise<Issuer> {
  const started = await startIssuer(...args);
  open.push(() => started.close());
  return started;
}

const serviceAccount = (more: object) => ({
  type: 'service_account',
  project_id: 'my-project',
  client_email: 'gateway@my-project.iam.gserviceaccount.com',
  private_key: privateKey,
  private_key_id: 'key-1',
  ...more,
});

function sourceFor(
  fields: object,
  network: object = {},
  onFailure: (failure: ProviderFailure) => void = () => undefined,
): CredentialSource {
  const entry = { name: 'v', kind: 'vertex', project: 'my-project', location: 'global', ...fields };
  const { config } = parseConfig(JSON.stringify({ network, providers: [entry] }), { env: {} });
  const [provider] = config.providers;
  if (provider === undefined) throw new Error('the entry is missing');
  const source = createCredentialSource(provider, config.network, true, onFailure);
  open.push(() => source.stop());
  return source;
}

const withJson = (credentials: object, network?: object) =>
  sourceFor({ credentials_json: JSON.stringify(credentials) }, network);

const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;

describe('docs/contract/providers.md#credentials: vertex with credentials_json of a service account', () => {
  it('exchanges a signed assertion for a token at its token_uri, once for a hundred requests', async () => {
    const server = await issuer(() => TOKEN);
    const tokenUri = `${server.url}/token`;
    const source = withJson(serviceAccount({ token_uri: tokenUri }));
    const before = Math.floor(Date.now() / 1_000);
    const tokens = await Promise.all(Array.from({ length: 100 }, () => source.current()));
    expect(new Set(tokens)).toEqual(new Set(['ya29.token']));
    expect(source.current()).toBe('ya29.token');

    expect(server.calls).toHaveLength(1);
    const [call] = server.calls;
    expect(call).toMatchObject({ method: 'POST', path: '/token' });
    const form = new URLSearchParams(call?.body);
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const [header, claims, signature = ''] = form.get('assertion')?.split('.') ?? [];
    expect(decode(header)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'key-1' });
    const { iat, exp, ...rest } = decode(claims);
    expect(rest).toEqual({
      iss: 'gateway@my-project.iam.gserviceaccount.com',
      scope: 'https://www.googleapis.com/auth/cloud-platform',
      aud: tokenUri,
    });
    expect(iat).toBeGreaterThanOrEqual(before);
    expect(Number(exp) - Number(iat)).toBe(HOUR_S);
    const verifier = createVerify('RSA-SHA256').update(`${header}.${claims}`);
    expect(verifier.verify(publicKey, signature, 'base64url')).toBe(true);
  });

  it('takes a new token when the old one has expired', async () => {
    let turn = 0;
    const server = await issuer(() => ({
      body: { access_token: `t${++turn}`, expires_in: turn === 1 ? 0.05 : HOUR_S },
    }));
    const source = withJson(serviceAccount({ token_uri: server.url }));
    expect(await source.current()).toBe('t1');
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await source.current()).toBe('t2');
    expect(source.current()).toBe('t2');
  });

  it.each<[string, IssuerReply, string]>([
    [
      'a refusal',
      { status: 400, body: { error: 'invalid_grant', error_description: 'hunter2' } },
      'HTTP 400, invalid_grant',
    ],
    ['an outage', { status: 503, body: 'hunter2' }, 'HTTP 503, an answer without an error code'],
    [
      'a redirect, which is not followed',
      { status: 307, headers: { location: 'http://h.invalid' }, body: '' },
      'HTTP 307, an answer without an error code',
    ],
    ['an answer that is no JSON', { body: '<hunter2/>' }, 'HTTP 200, an answer without a token'],
    ['an answer without a token', { body: { id_token: 'hunter2' } }, 'HTTP 200, an answer without a token'],
    ['an answer of null', { body: 'null' }, 'HTTP 200, an answer without a token'],
    ['an endless answer', { body: 'x'.repeat(1_100_000) }, 'HTTP 200, the answer is too large'],
  ])('%s is provider_error, and the log says why without secrets', async (_, reply, why) => {
    const server = await issuer(() => reply);
    await expect(withJson(serviceAccount({ token_uri: server.url })).current()).rejects.toMatchObject({
      code: 'provider_error',
      detail: `no credential: an access token for credentials_json could not be had: ${why}`,
    });
  });

  it.each([
    ['a private key that is none', { private_key: 'hunter2' }, /could not be had: ERR_[A-Z_]+$/],
    ['no private key', { private_key: undefined }, /no client_email or no private_key$/],
    ['a token_uri that is no address', { token_uri: 'nowhere' }, /token_uri that is no address$/],
  ])('%s is provider_error', async (_, fields, why) => {
    await expect(withJson(serviceAccount(fields)).current()).rejects.toMatchObject({
      detail: expect.stringMatching(why),
    });
  });

  it('is provider_error when nobody listens', async () => {
    const tokenUri = `http://127.0.0.1:${await findClosedPort()}`;
    await expect(withJson(serviceAccount({ token_uri: tokenUri })).current()).rejects.toMatchObject({
      detail: expect.stringMatching(/ECONNREFUSED$/),
    });
  });

  it('goes through network.proxy, with network.ca_file', async () => {
    const certificate = await makeCertificate('oauth2.googleapis.com');
    open.push(() => certificate.remove());
    const server = await issuer(() => TOKEN, certificate);
    const proxy = await startForwardProxy(server.port);
    open.push(() => proxy.close());
    const network = { proxy: `http://user:pass%20word@127.0.0.1:${proxy.port}`, ca_file: certificate.file };
    expect(await withJson(serviceAccount({}), network).current()).toBe('ya29.token');
    expect(proxy.calls).toEqual([
      {
        line: 'CONNECT oauth2.googleapis.com:443',
        authorization: `Basic ${Buffer.from('user:pass word').toString('base64')}`,
      },
    ]);
    expect(server.calls[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  it('goes past network.proxy to the hosts of network.no_proxy', async () => {
    const server = await issuer(() => TOKEN);
    const network = { proxy: `http://127.0.0.1:${await findClosedPort()}`, no_proxy: '127.0.0.1,.internal' };
    expect(await withJson(serviceAccount({ token_uri: server.url }), network).current()).toBe('ya29.token');
  });
});

describe('docs/contract/providers.md#credentials: vertex with other credentials', () => {
  it('sends an access_token as it is', () => {
    expect(sourceFor({ access_token: 'own' }).current()).toBe('own');
  });

  it('renews the token of an authorized user through network.proxy, with network.ca_file', async () => {
    const certificate = await makeCertificate('oauth2.googleapis.com');
    open.push(() => certificate.remove());
    const server = await issuer(() => TOKEN, certificate);
    const proxy = await startForwardProxy(server.port);
    open.push(() => proxy.close());
    const source = withJson(
      { type: 'authorized_user', client_id: 'id', client_secret: 'secret', refresh_token: 'refresh' },
      { proxy: `http://127.0.0.1:${proxy.port}`, ca_file: certificate.file },
    );
    expect(await source.current()).toBe('ya29.token');
    expect(proxy.calls.map(({ line }) => line)).toEqual(['CONNECT oauth2.googleapis.com:443']);
    expect(server.calls.map(({ path, host }) => [path, host])).toEqual([['/token', 'oauth2.googleapis.com']]);
  });

  it('exchanges the token of a workload identity, which it reads from a file', async () => {
    const server = await issuer(({ path }) =>
      path === '/sts'
        ? { body: { access_token: 'federated', expires_in: HOUR_S, token_type: 'Bearer', issued_token_type: 'x' } }
        : { status: 404, body: {} },
    );
    const file = join(process.env.HOME ?? '', 'identity');
    await writeFile(file, 'workload-token');
    const source = withJson({
      type: 'external_account',
      audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      token_url: `${server.url}/sts`,
      credential_source: { file },
    });
    expect(await source.current()).toBe('federated');
    expect(source.current()).toBe('federated');
    const form = new URLSearchParams(server.calls[0]?.body);
    expect([form.get('subject_token'), form.get('scope')]).toEqual([
      'workload-token',
      'https://www.googleapis.com/auth/cloud-platform',
    ]);
    expect(server.calls).toHaveLength(1);
  });

  it.each([
    [{ type: 'authorized_user', client_id: 'i', client_secret: 's' }, 'credentials_json has no refresh_token'],
    [
      { type: 'impersonated_service_account' },
      'credentials_json is of a type that only GOOGLE_APPLICATION_CREDENTIALS takes',
    ],
  ])('%j is provider_error', async (credentials, why) => {
    await expect(withJson(credentials).current()).rejects.toMatchObject({
      detail: `no credential: an access token for credentials_json could not be had: ${why}`,
    });
  });

  it("takes the machine's own account from its metadata server, which may come up late", async () => {
    const port = await findClosedPort();
    delete process.env.METADATA_SERVER_DETECTION;
    process.env.GCE_METADATA_HOST = `127.0.0.1:${port}`;
    const source = sourceFor({});
    await expect(source.current()).rejects.toMatchObject({
      detail: expect.stringMatching(/machine's own account could not be had: none was found on this machine$/),
    });

    const server = await issuer(() => ({ ...TOKEN, headers: { 'metadata-flavor': 'Google' } }));
    process.env.GCE_METADATA_HOST = `127.0.0.1:${server.port}`;
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await source.current()).toBe('ya29.token');
    const [call] = server.calls.filter(({ path }) => path.includes('/token'));
    expect(call?.path).toMatch(/^\/computeMetadata\/v1\/instance\/service-accounts\/default\/token\?scopes=/);
    expect(call?.headers['metadata-flavor']).toBe('Google');
  });

  it('says in the log that a file of GOOGLE_APPLICATION_CREDENTIALS cannot be read, once', async () => {
    process.env.GOOGLE_APPLICATION_CREDENTIALS = '/nonexistent/hunter2.json';
    const failures: ProviderFailure[] = [];
    const source = sourceFor({}, {}, (failure) => failures.push(failure));
    await expect(source.current()).rejects.toMatchObject({ detail: expect.stringMatching(/ENOENT$/) });
    await expect(source.current()).rejects.toBe(failures[0]);
    expect(failures).toHaveLength(1);
  });
});
