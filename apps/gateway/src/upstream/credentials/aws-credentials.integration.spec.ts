import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import { makeCertificate } from '@multilane/testing';
import { startForwardProxy } from '../../../e2e/providers/start-forward-proxy.js';
import { type Issuer, startIssuer } from '../../../e2e/providers/start-issuer.js';
import { createCredentialSource } from './create-credential-source.js';
import type { CredentialSource } from './credential-source.js';

const REGION = 'eu-central-1';

/** Resources that a test opened, closed again in reverse order. */
const open: (() => unknown)[] = [];
const environment = { ...process.env };
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'multilane-home-'));
  // A machine without credentials, and without the settings of whoever runs the tests.
  for (const name of Object.keys(process.env)) if (/proxy|^aws_/i.test(name)) delete process.env[name];
  process.env.HOME = folder;
  process.env.AWS_EC2_METADATA_DISABLED = 'true';
});

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
  process.env = { ...environment };
  await rm(folder, { recursive: true, force: true });
});

async function issuer(...args: Parameters<typeof startIssuer>): Promise<Issuer> {
  const started = await startIssuer(...args);
  open.push(() => started.close());
  return started;
}

async function write(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

function sourceFor(fields: object = {}, network: object = {}): CredentialSource {
  const entry = { name: 'b', kind: 'bedrock', region: REGION, ...fields };
  const { config } = parseConfig(JSON.stringify({ network, providers: [entry] }), { env: {} });
  const [provider] = config.providers;
  if (provider === undefined) throw new Error('the entry is missing');
  const source = createCredentialSource(provider, config.network, true, () => undefined);
  open.push(() => source.stop());
  return source;
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('docs/contract/providers.md#credentials: bedrock', () => {
  it.each([
    ['an api_key is a bearer key', { api_key: 'bearer' }, 'bearer'],
    [
      'an access key signs for its region',
      { access_key_id: 'AKIA', secret_access_key: 's', session_token: 't' },
      { accessKeyId: 'AKIA', secretAccessKey: 's', sessionToken: 't', region: REGION },
    ],
  ])('%s, and is at hand at once', (_, fields, expected) => {
    expect(sourceFor(fields).current()).toEqual(expected);
  });

  it('several api_keys are used in turn', () => {
    const source = sourceFor({ api_keys: ['a', 'b'] });
    expect([source.current(), source.current(), source.current()]).toEqual(['a', 'b', 'a']);
  });

  it("takes the container's credentials, once for a hundred requests", async () => {
    const server = await issuer(() => ({
      body: { AccessKeyId: 'ASIA', SecretAccessKey: 's', Token: 't', Expiration: inAnHour() },
    }));
    process.env.AWS_CONTAINER_CREDENTIALS_FULL_URI = `${server.url}/creds`;
    process.env.AWS_CONTAINER_AUTHORIZATION_TOKEN = 'Basic abc';
    const source = sourceFor();
    const all = await Promise.all(Array.from({ length: 100 }, () => source.current()));
    const expected = { accessKeyId: 'ASIA', secretAccessKey: 's', sessionToken: 't', region: REGION };
    expect(all).toEqual(Array.from({ length: 100 }, () => expected));
    expect(source.current()).toEqual(expected);
    expect(server.calls.map(({ path, headers }) => [path, headers.authorization])).toEqual([['/creds', 'Basic abc']]);
  });

  it("renews the container's credentials while the old ones are still good", async () => {
    let turn = 0;
    const server = await issuer(() => {
      const life = ++turn === 1 ? 2_500 : 3_600_000;
      const Expiration = new Date(Date.now() + life).toISOString();
      return { body: { AccessKeyId: `ASIA${turn}`, SecretAccessKey: 's', Token: 't', Expiration } };
    });
    process.env.AWS_CONTAINER_CREDENTIALS_FULL_URI = server.url;
    const source = sourceFor();
    expect(await source.current()).toMatchObject({ accessKeyId: 'ASIA1' });
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(source.current()).toMatchObject({ accessKeyId: 'ASIA2' });
    expect(server.calls).toHaveLength(2);
  });

  it('reads the shared credentials file', async () => {
    process.env.AWS_SHARED_CREDENTIALS_FILE = await write(
      'credentials',
      '[default]\naws_access_key_id = AKIAFILE\naws_secret_access_key = s\n',
    );
    expect(await sourceFor().current()).toEqual({
      accessKeyId: 'AKIAFILE',
      secretAccessKey: 's',
      sessionToken: undefined,
      region: REGION,
    });
  });

  it('assumes the role of a web identity through network.proxy, with network.ca_file, in its own region', async () => {
    const host = `sts.${REGION}.amazonaws.com`;
    const certificate = await makeCertificate(host);
    open.push(() => certificate.remove());
    const answer =
      '<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">' +
      '<AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>ASIAROLE</AccessKeyId>' +
      `<SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>${inAnHour()}</Expiration>` +
      '</Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>';
    const server = await issuer(() => ({ body: answer }), certificate);
    const proxy = await startForwardProxy(server.port);
    open.push(() => proxy.close());
    process.env.AWS_ROLE_ARN = 'arn:aws:iam::123456789012:role/gateway';
    process.env.AWS_WEB_IDENTITY_TOKEN_FILE = await write('token', 'identity');
    const source = sourceFor({}, { proxy: `http://127.0.0.1:${proxy.port}`, ca_file: certificate.file });
    expect(await source.current()).toMatchObject({ accessKeyId: 'ASIAROLE', region: REGION });
    expect(proxy.calls.map(({ line }) => line)).toEqual([`CONNECT ${host}:443`]);
    expect(new URLSearchParams(server.calls[0]?.body).get('WebIdentityToken')).toBe('identity');
  });

  it('is provider_error on a machine without credentials', async () => {
    await expect(sourceFor().current()).rejects.toMatchObject({
      code: 'provider_error',
      detail: "no credential: the machine's own access key could not be had: none was found on this machine",
    });
  });

  it('is provider_error when the issuer rejects, and the log quotes nothing of its answer', async () => {
    const server = await issuer(() => ({ status: 403, body: { Code: 'Denied', Message: 'hunter2' } }));
    process.env.AWS_CONTAINER_CREDENTIALS_FULL_URI = server.url;
    const failure = await Promise.resolve(sourceFor().current()).then(
      String,
      (error: { detail: string }) => error.detail,
    );
    expect(failure).toMatch(/^no credential: the machine's own access key could not be had: /);
    expect(failure).not.toContain('hunter2');
  });
});
