import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import { TEST_KEYS } from '@multilane/testing';
import { appRequest } from '@multilane/testing/app-request';
import { type RunningGateway, startGateway } from '../../../bootstrap.js';

const ISSUER = 'https://id.example.com/realm';
const PUBLIC = 'https://ai.example.com';
const METADATA = '/.well-known/oauth-protected-resource';
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

const start = (server: object, auth: object): Promise<RunningGateway> => {
  const { config } = parseConfig(
    JSON.stringify({
      server: { port: 0, host: '127.0.0.1', drain_delay_ms: 0, drain_ms: 1_000, ...server },
      telemetry: { log_level: 'silent' },
      audit: { path: '/dev/null' },
      auth,
      teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] }],
      mcp: { servers: [{ name: 'hidden', kind: 'sample', access: [] }] },
    }),
    { env: {} },
  );
  return startGateway({ config } as never);
};

// docs/contract/mcp.md#sign-in-of-clients
describe('a client of MCP that nobody has signed in to', () => {
  let gateway: RunningGateway;
  let bare: RunningGateway;

  beforeAll(async () => {
    const oidc = { issuer: ISSUER, audience: `${PUBLIC}/mcp`, jwks_url: 'http://127.0.0.1:9/keys' };
    gateway = await start({ public_base_url: PUBLIC }, { oidc });
    bare = await start({}, { oidc });
  }, 60_000);

  afterAll(async () => {
    await gateway.stop();
    await bare.stop();
  });

  const get = (path: string, { url } = gateway) =>
    appRequest(url, { path, headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } });
  const post = (path: string, authorization?: string, { url } = gateway) =>
    appRequest(url, {
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json', host: 'evil.example', ...(authorization && { authorization }) },
      body: LIST,
    });

  it('is told who signs people in, by addresses that its own request does not change', async () => {
    const answer = await get(`${METADATA}/mcp`);
    expect([answer.status, answer.json()]).toEqual([
      200,
      { resource: `${PUBLIC}/mcp`, authorization_servers: [ISSUER], bearer_methods_supported: ['header'] },
    ]);
    expect((await get(METADATA)).json()).toMatchObject({ resource: PUBLIC });
  });

  it('learns nothing of which servers there are', async () => {
    for (const name of ['hidden', 'absent']) {
      expect((await get(`${METADATA}/mcp/${name}`)).json()).toMatchObject({ resource: `${PUBLIC}/mcp/${name}` });
    }
    expect((await get(`${METADATA}/v1`)).status).toBe(404);
  });

  it('is sent there by a refusal, and only from MCP', async () => {
    const refused = await post('/mcp');
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      `Bearer resource_metadata="${PUBLIC}${METADATA}/mcp"`,
    ]);
    expect((await post('/mcp/hidden', 'Bearer ml-wrong')).headers['www-authenticate']).toBe(
      `Bearer error="invalid_token", resource_metadata="${PUBLIC}${METADATA}/mcp/hidden"`,
    );
    expect((await post('/v1/chat/completions')).headers['www-authenticate']).toBeUndefined();
    expect((await post('/mcp', `Bearer ${TEST_KEYS.research}`)).status).toBe(200);
  });

  it('is told nothing where the public address is not configured', async () => {
    expect((await get(`${METADATA}/mcp`, bare)).status).toBe(404);
    expect((await post('/mcp', undefined, bare)).headers['www-authenticate']).toBeUndefined();
  });
});
