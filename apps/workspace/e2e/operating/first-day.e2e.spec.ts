import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  completion,
  type FakeUpstream,
  findCase,
  type HttpAnswer,
  httpRequest,
  jsonReply,
  readTurn,
  replayCase,
  serviceDatabases,
  startUpstream,
  takeTurns,
  waitUntil,
} from '@multilane/testing';
import OpenAI from 'openai';
import { refusalOf } from '../start-test-workspace.js';
import { runCli } from './run-cli.js';
import { type Deployment, startDeployment } from './start-deployment.js';

const itInTurn = takeTurns(it);

const LIMIT_MS = 120_000;
const PROVIDER_SECRET = 'sk-secret-of-the-provider-0123';
const PERSON = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' };
const HELLO = { model: 'our-model', messages: [{ role: 'user' as const, content: 'Say hello' }] };

/**
 * Within which a revocation is in effect in another process when its message is delivered
 * (docs/contract/operations.md#propagation).
 */
const IN_FORCE_MS = 1_000;

/** One story; each test continues where the one before it ended. */
describe.each(serviceDatabases())('the first day of an install, on $name', (kind) => {
  let deployment: Deployment;
  let upstream: FakeUpstream;
  let cookie = '';
  let workspaceId: string;
  let providerId: string;
  let key: { readonly id: string; readonly key: string };
  let client: OpenAI;

  const call = (method: string, path: string, body?: object): Promise<HttpAnswer> =>
    httpRequest({
      method,
      url: `${deployment.workspaceUrl}${path}`,
      body,
      headers: { cookie, origin: deployment.workspaceUrl },
      timeoutMs: 30_000,
    });
  const post = (path: string, body: object) => call('POST', path, body);
  const made = async <Body>(answer: Promise<HttpAnswer>): Promise<Body> => {
    const { status, text } = await answer;
    expect([status, text]).toEqual([201, text]);
    return JSON.parse(text) as Body;
  };
  const cookieOf = ({ headers }: HttpAnswer): string => headers['set-cookie']?.[0]?.split(';')[0] ?? '';

  beforeAll(async () => {
    upstream = await startUpstream();
    upstream.setDefault(jsonReply(completion()));
    deployment = await startDeployment(kind);
  }, LIMIT_MS);

  afterAll(async () => {
    await deployment?.stop();
    await upstream?.close();
    await kind.stop();
  }, LIMIT_MS);

  it(
    'the first person becomes the owner with the setup token, which is good once',
    async () => {
      const token = await deployment.setupToken();
      const answer = await post('/auth/setup', { token, ...PERSON });
      expect(answer.status).toBe(201);
      expect(refusalOf(await post('/auth/setup', { token, ...PERSON }))).toEqual([401, 'invalid_setup_token']);
      cookie = cookieOf(answer);
      expect((await call('POST', '/auth/logout')).status).toBe(204);
      expect((await call('GET', '/auth/session')).status).toBe(401);
    },
    LIMIT_MS,
  );

  it(
    'the owner signs in with the password',
    async () => {
      const { email, password } = PERSON;
      const wrong = await post('/auth/login', { email, password: `${password}!` });
      expect(refusalOf(wrong)).toEqual([401, 'invalid_login']);
      const answer = await post('/auth/login', { email, password });
      expect(answer.status).toBe(200);
      cookie = cookieOf(answer);
      expect((await call('GET', '/auth/session')).json()).toMatchObject({ user: { email, role: 'owner' } });
      const { data } = (await call('GET', '/admin/workspaces')).json() as { data: { id: string; name: string }[] };
      expect(data.map(({ name }) => name)).toEqual(['default']);
      workspaceId = data[0]?.id ?? '';
    },
    LIMIT_MS,
  );

  it(
    'registers a provider with a secret that is shown to nobody again, and a model of it',
    async () => {
      const provider = { name: 'our-openai', kind: 'openai', base_url: `${upstream.url}/v1`, api_key: PROVIDER_SECRET };
      const answer = await post('/admin/providers', provider);
      expect([answer.status, answer.text]).toEqual([201, expect.not.stringContaining(PROVIDER_SECRET)]);
      providerId = (answer.json() as { id: string }).id;
      const model = { logical_name: HELLO.model, provider_id: providerId, upstream_model: 'gpt-4o-2024-11-20' };
      await made(post('/admin/models', model));
    },
    LIMIT_MS,
  );

  it(
    'makes a team, and a key that is bound to the workspace',
    async () => {
      await made(post('/admin/teams', { name: 'our-team' }));
      const binding = { team: 'our-team', name: 'first', workspace_id: workspaceId };
      key = await made(post('/admin/keys', binding));
      client = new OpenAI({ baseURL: `${deployment.gatewayUrl}/v1`, apiKey: key.key, maxRetries: 0 });
    },
    LIMIT_MS,
  );

  it(
    'chats through the gateway with the OpenAI SDK: whole and streamed, with the secret of the provider',
    async () => {
      await waitUntil(
        'the model',
        async () => (await client.models.list()).data.some(({ id }) => id === HELLO.model) || undefined,
      );
      upstream.enqueue(replayCase('openai-chat/text'), replayCase('openai-chat/stream-text', { chunkBytes: 7 }));
      const answer = await client.chat.completions.create(HELLO);
      expect(answer).toMatchObject(readTurn(findCase('openai-chat/text')).response as object);
      const request = await upstream.waitForRequest();
      expect(request.headers.authorization).toBe(`Bearer ${PROVIDER_SECRET}`);
      expect(request.body).toMatchObject({ model: 'gpt-4o-2024-11-20' });

      const stream = client.chat.completions.stream(HELLO);
      const pieces: string[] = [];
      for await (const chunk of stream) pieces.push(chunk.choices[0]?.delta.content ?? '');
      expect(pieces.filter((piece) => piece !== '').length).toBeGreaterThan(1);
      expect((await stream.finalChatCompletion()).choices[0]?.message.content).toBe(pieces.join(''));
      expect(upstream.refusals).toEqual([]);
    },
    LIMIT_MS,
  );

  itInTurn(
    'continues after a crash of every process: the key works, the session lives, and no setup token is printed',
    async () => {
      await deployment.crash();
      const answer = await client.chat.completions.create(HELLO);
      expect(answer.choices[0]?.message.content).toBe(completion().choices[0]?.message.content);
      expect((await call('GET', '/auth/session')).status).toBe(200);
      const shown = (await call('GET', `/admin/keys/${key.id}`)).text;
      expect([shown.includes(key.key), shown.includes('"first"')]).toEqual([false, true]);
      expect(deployment.output()).not.toContain('ml_setup_');
    },
    LIMIT_MS,
  );

  it(
    'rejects the key with 401 at once when it is revoked',
    async () => {
      const before = upstream.requests.length;
      expect((await call('DELETE', `/admin/keys/${key.id}`)).status).toBe(204);
      const revokedAt = performance.now();
      const chat = () => client.chat.completions.create(HELLO).catch((error: unknown) => error);
      let refusal = await chat();
      while (!deployment.isOneProcess && !(refusal instanceof Error) && performance.now() - revokedAt < IN_FORCE_MS) {
        refusal = await chat();
      }
      const tookMs = performance.now() - revokedAt;
      expect(refusal).toBeInstanceOf(OpenAI.AuthenticationError);
      expect(refusal).toMatchObject({ status: 401, code: 'invalid_api_key' });
      const reached = upstream.requests.length - before;
      process.stdout.write(
        `${kind.name}: refused ${tookMs.toFixed(0)} ms after the revocation, ${reached} calls later\n`,
      );
      expect(refusalOf(await call('GET', `/admin/keys/${key.id}`))).toEqual([404, 'not_found']);
    },
    LIMIT_MS,
  );

  it(
    'has written no secret to its output or the trail of changes, which names every step',
    async () => {
      const trail = await call('GET', '/admin/changes?limit=100');
      const { data } = trail.json() as { data: { action: string }[] };
      expect(data.map(({ action }) => action)).toEqual(
        expect.arrayContaining([
          'provider.create',
          'model.create',
          'team.create',
          'credential.create',
          'credential.remove',
        ]),
      );
      for (const secret of [PROVIDER_SECRET, PERSON.password, key.key]) {
        expect(trail.text).not.toContain(secret);
        expect(deployment.allOutput()).not.toContain(secret);
      }
    },
    LIMIT_MS,
  );

  if (kind.name === 'postgres') {
    it(
      'the operator invites another owner while the services run, who signs up with the token',
      async () => {
        const args = ['owner', 'create', '--email', 'grace@example.com', '--json'];
        const run = await runCli(args, { env: deployment.operatorEnv });
        expect([run.code, run.stderr]).toEqual([0, '']);
        const { token } = run.data as { token: string };
        const person = { token, name: 'Grace', password: PERSON.password };
        const session = await made<{ user: object }>(post('/auth/signup', person));
        expect(session.user).toMatchObject({ email: 'grace@example.com', role: 'owner' });
      },
      LIMIT_MS,
    );

    it(
      'the operator makes another organization with its owner, and takes its product away: in effect within a second',
      async () => {
        const cli = async (args: readonly string[], stdin = '') => {
          const run = await runCli(args, { env: deployment.operatorEnv, stdin });
          expect([run.code, run.stderr]).toEqual([0, '']);
        };
        await cli(['org', 'create', 'tenant', '--grant', 'ai_gateway']);
        const owner = ['owner', 'create', '--org', 'tenant', '--email', 'alan@example.com', '--password-stdin'];
        await cli(owner, PERSON.password);
        cookie = cookieOf(await post('/auth/login', { email: 'alan@example.com', password: PERSON.password }));
        expect(refusalOf(await call('GET', `/admin/providers/${providerId}`))).toEqual([404, 'not_found']);
        await made(post('/admin/teams', { name: 'their-team' }));
        const theirs = await made<{ key: string }>(post('/admin/keys', { team: 'their-team', name: 'theirs' }));
        const models = async () => {
          const headers = { authorization: `Bearer ${theirs.key}` };
          return httpRequest({ url: `${deployment.gatewayUrl}/v1/models`, headers });
        };
        expect((await models()).status).toBe(200);
        await cli(['org', 'products', 'tenant', '--revoke', 'ai_gateway']);
        const revokedAt = performance.now();
        const refusal = await waitUntil('the loss', async () => {
          const answer = await models();
          return answer.status === 200 ? undefined : answer;
        });
        process.stdout.write(`a product is lost ${(performance.now() - revokedAt).toFixed(0)} ms after the command\n`);
        expect(refusalOf(refusal)).toEqual([403, 'product_not_entitled']);
      },
      LIMIT_MS,
    );
  }
});
