import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { httpRequest, type RunningGateway, startGateway, TEST_KEYS, waitUntil } from '@multilane/testing';
import { HELLO, HOOK_LIMIT_MS } from '../start-pair.js';
import { type IssuerReply, startIssuer } from './start-issuer.js';

/** Resources that a test opened, closed again in reverse order. */
const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
}, HOOK_LIMIT_MS);

const ANSWER = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'Hello' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
};

/** A gateway with a vertex model in front of a fake provider, and what that provider was sent. */
async function startVertex(fields: object, env: Record<string, string> = {}) {
  const upstream = await startIssuer(() => ({ body: ANSWER }));
  open.push(() => upstream.close());
  const home = await mkdtemp(join(tmpdir(), 'multilane-home-'));
  open.push(() => rm(home, { recursive: true, force: true }));
  const config = (more: object) => ({
    server: { drain_delay_ms: 0 },
    providers: [{ name: 'v', kind: 'vertex', location: 'europe-west4', base_url: upstream.url, ...more }],
    models: [{ logical_name: 'gpt-4o', provider: 'v', upstream_model: 'gemini-3.8-flash' }],
    teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] }],
  });
  const gateway = await startGateway({ config: config(fields), env: { HOME: home, ...env } });
  open.push(() => gateway.stop());
  return { upstream, gateway, reload: (more: object) => gateway.rewriteConfig(config(more)) };
}

const ask = (gateway: RunningGateway) =>
  httpRequest({
    url: `${gateway.baseUrl}/v1/chat/completions`,
    headers: { authorization: `Bearer ${TEST_KEYS.research}` },
    body: HELLO,
  });

const issue = async (reply: () => IssuerReply) => {
  const issuer = await startIssuer(reply);
  open.push(() => issuer.close());
  return issuer;
};

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const serviceAccount = (tokenUri: string) => ({
  credentials_json: JSON.stringify({
    type: 'service_account',
    project_id: 'my-project',
    client_email: 'gateway@my-project.iam.gserviceaccount.com',
    private_key: privateKey,
    token_uri: tokenUri,
  }),
});

const TOKEN: IssuerReply = { body: { access_token: 'ya29.token', expires_in: 3_600, token_type: 'Bearer' } };
const PATH = '/v1/projects/my-project/locations/europe-west4/publishers/google/models/gemini-3.8-flash:generateContent';

describe('docs/contract/providers.md#credentials: vertex', () => {
  it(
    'a service account: its project, one token for all requests, issued before the first of them',
    async () => {
      const issuer = await issue(() => TOKEN);
      const { gateway, upstream } = await startVertex(serviceAccount(issuer.url));
      await waitUntil('the token to be issued', () => issuer.calls.length > 0 || undefined);
      await waitUntil('the token to be used', async () => {
        expect((await ask(gateway)).status).toBe(200);
        return upstream.calls.at(-1)?.headers.authorization === 'Bearer ya29.token' || undefined;
      });
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(gateway)));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
      expect(answers[0]?.json()).toMatchObject({ choices: [{ message: { content: 'Hello' } }] });
      const used = upstream.calls.slice(-20).map(({ path, headers }) => [path, headers.authorization]);
      expect(used).toEqual(Array.from({ length: 20 }, () => [PATH, 'Bearer ya29.token']));
      expect(issuer.calls).toHaveLength(1);
    },
    HOOK_LIMIT_MS,
  );

  it(
    "the machine's own account, then, by a reload, an access token of one's own",
    async () => {
      const metadata = await issue(() => ({ ...TOKEN, headers: { 'metadata-flavor': 'Google' } }));
      const env = { GCE_METADATA_HOST: `127.0.0.1:${metadata.port}` };
      const { gateway, upstream, reload } = await startVertex({ project: 'my-project' }, env);
      const isSent = (token: string) => async () => {
        expect((await ask(gateway)).status).toBe(200);
        return upstream.calls.at(-1)?.headers.authorization === `Bearer ${token}` || undefined;
      };
      await waitUntil("the machine's token to be used", isSent('ya29.token'), 15_000);
      await reload({ project: 'my-project', access_token: 'own' });
      await waitUntil('the other token to be used', isSent('own'), 15_000);
      expect(gateway.stderr()).toBe('');
    },
    HOOK_LIMIT_MS,
  );

  it(
    'an issuer that rejects is in the log once, with its code and without the key',
    async () => {
      const issuer = await issue(() => ({
        status: 400,
        body: { error: 'invalid_grant', error_description: 'hunter2' },
      }));
      const { gateway } = await startVertex(serviceAccount(issuer.url));
      await waitUntil('a second attempt', () => issuer.calls.length >= 2 || undefined, 15_000);
      const lines = (gateway.stdout() + gateway.stderr()).split('\n');
      const said = lines.filter((line) => line.includes('a provider has no credential'));
      expect(said).toHaveLength(1);
      expect(JSON.parse(said[0] ?? '')).toMatchObject({
        provider: 'v',
        detail: 'no credential: an access token for credentials_json could not be had: HTTP 400, invalid_grant',
      });
      expect(lines.join('\n')).not.toMatch(/hunter2|PRIVATE KEY/);
    },
    HOOK_LIMIT_MS,
  );
});
