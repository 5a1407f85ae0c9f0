import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpRequest, type RunningGateway, startGateway, TEST_KEYS } from '@multilane/testing';

const ROOT = join(import.meta.dirname, '../../../..');
const RECIPE = join(ROOT, 'docs/recipes/endpoint.md');

/** Building the copy compiles every package that the gateway is made of. */
const BUILD_LIMIT_MS = 300_000;

const CONFIG = {
  providers: [{ name: 'simulated', kind: 'simulator' }],
  models: [{ logical_name: 'any', provider: 'simulated', upstream_model: 'any' }],
  teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] }],
};

/** Not compiled: fixtures, and what only tests read. */
const LEFT_OUT = new Set(['fixtures', 'e2e', 'ledger']);

/** The sources of the gateway and of the libraries, with what was built of them and links to the same packages. */
function copySources(tree: string): void {
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  for (const file of readdirSync(ROOT))
    if (/^(tsconfig.*|package)\.json$/.test(file)) cpSync(join(ROOT, file), join(tree, file));
  for (const folder of ['apps/gateway', ...readdirSync(join(ROOT, 'libs')).map((name) => `libs/${name}`)]) {
    cpSync(join(ROOT, folder), join(tree, folder), {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      filter: (source) => !LEFT_OUT.has(basename(source)),
    });
  }
}

const BLOCK = /^ *```ts (file|add)=(\S+)(?: after="([^"]*)")?\n(.*?)^ *```$/gms;

/** Does what the code blocks of the recipe say: creates files, and adds lines behind the ones that they name. */
function follow(recipe: string, tree: string): string[] {
  const touched: string[] = [];
  for (const [, action, file = '', after = '', block = ''] of recipe.matchAll(BLOCK)) {
    // Steps are indented by three.
    const code = block.replaceAll(/^ {3}/gm, '');
    const path = join(tree, file);
    touched.push(file);
    if (action === 'file') {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, code);
      continue;
    }
    const source = readFileSync(path, 'utf8');
    expect(source.split(`${after}\n`)).toHaveLength(2);
    writeFileSync(
      path,
      source.replace(`${after}\n`, () => `${after}\n${code}`),
    );
  }
  return touched;
}

describe('docs/recipes/endpoint.md, followed to the letter', () => {
  const tree = mkdtempSync(join(tmpdir(), 'multilane-recipe-'));
  let gateway: RunningGateway;
  let touched: string[];

  beforeAll(async () => {
    copySources(tree);
    touched = follow(readFileSync(RECIPE, 'utf8'), tree);
    const compiler = join(ROOT, 'node_modules/.bin/tsc');
    const { stdout, status } = spawnSync(compiler, ['-b', 'apps/gateway'], { cwd: tree, encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, '']);
    gateway = await startGateway({
      config: CONFIG,
      entry: join(tree, 'apps/gateway/dist/main.js'),
      readyWithinMs: 60_000,
    });
  }, BUILD_LIMIT_MS);

  afterAll(async () => {
    await gateway?.stop();
    rmSync(tree, { recursive: true });
  });

  const post = (body: object, key: string = TEST_KEYS.research) =>
    httpRequest({
      url: `${gateway.baseUrl}/v1/titles`,
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('touches the folder of the endpoint, the list of endpoints and the union of names, and nothing else', () => {
    expect(touched.filter((file) => !file.startsWith('apps/gateway/src/endpoints/titles/'))).toEqual([
      'libs/contracts/src/endpoints.ts',
      'apps/gateway/src/endpoints/endpoints.ts',
      'apps/gateway/src/endpoints/endpoints.ts',
    ]);
  });

  it('makes an endpoint that answers', async () => {
    const answer = await post({ model: 'any', text: 'It was a dark and stormy night.' });
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ object: 'title', title: expect.stringMatching(/\w/) });
    expect(answer.headers['x-service-provider']).toBe('simulator');
  });

  it('makes one that refuses as every endpoint does, by the names of its own fields', async () => {
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
