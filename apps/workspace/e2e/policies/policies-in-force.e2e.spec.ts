import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type HttpAnswer, httpRequest, serviceDatabases, waitUntil } from '@multilane/testing';
import { type Deployment, startDeployment } from '../operating/start-deployment.js';

const LIMIT_MS = 120_000;
const PERSON = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' };
const CACHE = '/admin/gateway/policies/cache';
const RATE_LIMITS = '/admin/gateway/policies/rate-limits';

describe.each(serviceDatabases())('policies that people set hold in the gateway, on $name', (kind) => {
  let deployment: Deployment;
  let cookie = '';
  let workspaceId: string;
  let key: string;

  const call = (method: string, path: string, body?: object): Promise<HttpAnswer> =>
    httpRequest({
      method,
      url: `${deployment.workspaceUrl}${path}`,
      body,
      headers: { cookie, origin: deployment.workspaceUrl },
      timeoutMs: 30_000,
    });
  const make = async (path: string, body: object): Promise<Record<string, string>> => {
    const answer = await call('POST', path, body);
    expect([answer.status, answer.text]).toEqual([201, answer.text]);
    return answer.json() as Record<string, string>;
  };
  const chat = (content: string): Promise<HttpAnswer> =>
    httpRequest({
      method: 'POST',
      url: `${deployment.gatewayUrl}/v1/chat/completions`,
      body: { model: 'our-model', messages: [{ role: 'user', content }] },
      headers: { authorization: `Bearer ${key}` },
      timeoutMs: 30_000,
    });

  beforeAll(async () => {
    deployment = await startDeployment(kind);
    const setup = await call('POST', '/auth/setup', { token: await deployment.setupToken(), ...PERSON });
    cookie = setup.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const { data } = (await call('GET', '/admin/workspaces')).json() as { data: { id: string }[] };
    workspaceId = data[0]?.id ?? '';
    const { id } = await make('/admin/providers', { name: 'p', kind: 'simulator' });
    await make('/admin/models', { logical_name: 'our-model', provider_id: id, upstream_model: 'simulator' });
    await make('/admin/teams', { name: 'our-team' });
    ({ key = '' } = await make('/admin/keys', { team: 'our-team', name: 'first', workspace_id: workspaceId }));
    await waitUntil('the key', async () => (await chat('hello')).status === 200 || undefined);
  }, LIMIT_MS);

  afterAll(async () => {
    await deployment?.stop();
    await kind.stop();
  }, LIMIT_MS);

  it(
    'a cache policy, until it is paused',
    async () => {
      const { id } = await make(CACHE, { name: 'all', workspace_id: workspaceId, teams: ['our-team'] });
      const cacheOf = async () => (await chat('keep this')).headers['x-service-cache'];
      await waitUntil('a hit', async () => (String(await cacheOf()) === 'hit' ? true : undefined));
      expect((await call('PATCH', `${CACHE}/${id}`, { enabled: false })).status).toBe(200);
      await waitUntil('none', async () => ((await cacheOf()) === undefined ? true : undefined));
    },
    LIMIT_MS,
  );

  it(
    'a rate limit, whose id and values reach no caller',
    async () => {
      const { id = '' } = await make(RATE_LIMITS, {
        name: 'for research, secretly',
        workspace_id: workspaceId,
        model: 'our-model',
        requests_per_day: 7,
      });
      const refusal = await waitUntil('a refusal', async () => {
        const answer = await chat('again');
        return answer.status === 429 ? answer : undefined;
      });
      expect(refusal.json()).toMatchObject({ error: { code: 'rpm_exceeded', scope: 'workspace' } });
      const shown = refusal.text + JSON.stringify(refusal.headers);
      for (const hidden of [id, 'secretly']) expect(shown).not.toContain(hidden);
      expect((await call('DELETE', `${RATE_LIMITS}/${id}`)).status).toBe(204);
      await waitUntil('an answer', async () => (await chat('again')).status === 200 || undefined);
    },
    LIMIT_MS,
  );
});
