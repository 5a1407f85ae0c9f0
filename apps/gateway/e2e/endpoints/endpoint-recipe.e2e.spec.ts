// `npm test` runs these tests in one of six runs, and a sample of them each time: scripts/check-named-files.integration.spec.ts.

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  applyRecipe,
  copyProject,
  httpRequest,
  type RunningGateway,
  readRecipe,
  runInCopy,
  startGateway,
  TEST_KEYS,
} from '@multilane/testing';

const ROOT = join(import.meta.dirname, '../../../..');

/** Building the copy compiles every package that the gateway is made of, and removing it takes its time on a busy disk. */
const BUILD_LIMIT_MS = 300_000;

const CONFIG = {
  providers: [{ name: 'simulated', kind: 'simulator' }],
  models: [{ logical_name: 'any', provider: 'simulated', upstream_model: 'any' }],
  teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] }],
};

describe('docs/recipes/endpoint.md, followed to the letter', () => {
  const steps = readRecipe('endpoint.md');
  let tree: string;
  let gateway: RunningGateway;

  beforeAll(async () => {
    const libraries = readdirSync(join(ROOT, 'libs')).map((name) => `libs/${name}`);
    tree = copyProject(['apps/gateway', ...libraries], ['fixtures', 'e2e', 'ledger']);
    applyRecipe(tree, steps);
    runInCopy(tree, join(ROOT, 'node_modules/typescript/bin/tsc'), '-b', 'apps/gateway');
    gateway = await startGateway({
      config: CONFIG,
      entry: join(tree, 'apps/gateway/dist/main.js'),
      readyWithinMs: 60_000,
    });
  }, BUILD_LIMIT_MS);

  afterAll(async () => {
    await gateway?.stop();
    rmSync(tree, { recursive: true, force: true });
  }, BUILD_LIMIT_MS);

  const post = (body: object, key: string = TEST_KEYS.research) =>
    httpRequest({
      url: `${gateway.baseUrl}/v1/titles`,
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('touches the folder of the endpoint, the list of endpoints and the union of names, and nothing else', () => {
    const touched = steps.map(({ path }) => path);
    expect(touched.filter((path) => !path.startsWith('apps/gateway/src/endpoints/titles/'))).toEqual([
      'libs/contracts/src/endpoints.ts',
      'apps/gateway/src/endpoints/endpoints.ts',
      'apps/gateway/src/endpoints/endpoints.ts',
    ]);
  });

  it('makes an endpoint that answers', async () => {
    const answer = await post({ model: 'any', text: 'It was a dark and stormy night.' });
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ object: 'title', title: expect.stringMatching(/\w/) });
    expect(answer.headers['x-service-provider']).toBe('simulated');
  });

  it('makes one that rejects as every endpoint does, by the names of its own fields', async () => {
    expect((await post({ model: 'any', text: 'x' }, 'unknown')).status).toBe(401);
    const refusals = await Promise.all([
      post({ model: 'any' }),
      post({ model: 'any', text: 'x', stream: true }),
      post({ model: 'other', text: 'x' }),
    ]);
    expect(refusals.map((answer) => answer.json())).toEqual([
      { error: expect.objectContaining({ code: 'invalid_value', param: 'text' }) },
      { error: expect.objectContaining({ code: 'unsupported_parameter', param: 'stream' }) },
      { error: expect.objectContaining({ code: 'model_not_found', param: 'model' }) },
    ]);
  });

  it('makes one that is described, counted and named to whoever takes a wrong path', async () => {
    const description = await httpRequest({ url: `${gateway.baseUrl}/openapi.json` });
    expect(description.json()).toHaveProperty(['paths', '/v1/titles', 'post', 'summary'], 'A title for a text.');
    expect(await gateway.metrics()).toMatch(/endpoint="titles"/);
    const headers = { authorization: `Bearer ${TEST_KEYS.research}` };
    const lost = await httpRequest({ url: `${gateway.baseUrl}/v1/title`, headers });
    expect(lost.text).toContain('/v1/titles');
  });
});
