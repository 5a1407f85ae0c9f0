import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PROVIDER_KINDS } from '@multilane/contracts';
import { serviceDatabases } from '@multilane/testing';
import {
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

interface OpenApi {
  readonly components: { readonly schemas: { readonly CreateProviderDto: { readonly properties: object } } };
}

describe.each(serviceDatabases())('GET /admin/provider-kinds, on $name', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  interface Kind {
    readonly kind: string;
    readonly settings: readonly { readonly name: string; readonly required: boolean; readonly secret: boolean }[];
    readonly lists_models: boolean;
    readonly served: boolean;
  }

  const kinds = async (): Promise<readonly Kind[]> => {
    const answer = await owner.send('GET /admin/provider-kinds');
    expect(answer.status).toBe(200);
    const { object, data, next_cursor } = answer.json() as { object: string; data: Kind[]; next_cursor: null };
    expect([object, next_cursor]).toEqual(['list', null]);
    return data;
  };

  it('describes every kind once', async () => {
    expect((await kinds()).map(({ kind }) => kind).sort()).toEqual(Object.keys(PROVIDER_KINDS).sort());
  });

  it('says all that a form needs', async () => {
    const found = (await kinds()).find(({ kind }) => kind === 'bedrock');
    expect(found).toMatchObject({
      object: 'provider_kind',
      name: 'Amazon Bedrock',
      group: 'B',
      served: true,
      model_types: ['chat', 'embedding'],
      credential: 'aws',
      lists_models: false,
      test_needs_model: true,
      priced: true,
    });
    expect(found?.settings.map(({ name, required, secret }) => [name, required, secret])).toEqual([
      ['region', true, false],
      ['api_key', false, true],
      ['api_keys', false, true],
      ['access_key_id', false, true],
      ['secret_access_key', false, true],
      ['session_token', false, true],
      ['base_url', false, false],
    ]);
  });

  it('names only fields that POST /admin/providers takes, and as required those that it demands', async () => {
    const VALUES: Readonly<Record<string, string>> = { base_url: 'https://llm.example.com', region: 'eu-central-1' };
    const { components } = (await owner.send('GET /openapi.json')).json() as OpenApi;
    const known = Object.keys(components.schemas.CreateProviderDto.properties);
    for (const { kind, settings } of await kinds()) {
      const required = settings.filter((setting) => setting.required);
      const fields = Object.fromEntries(required.map(({ name }) => [name, VALUES[name] ?? 'a']));
      for (const { name } of required) {
        const answer = await owner.send('POST /admin/providers', { kind, name: 'x', ...fields, [name]: null });
        expect([kind, ...refusalOf(answer)]).toEqual([kind, 400, 'invalid_value', name]);
      }
      for (const { name } of settings) expect([kind, known]).toEqual([kind, expect.arrayContaining([name])]);
    }
  });
});
