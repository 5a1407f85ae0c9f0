import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Environment } from '@multilane/config';
import { MANIFESTS } from '@multilane/providers';
import { findClosedPort } from '@multilane/testing';
import { clockTimeOf, expectWithin } from '@multilane/testing/measure-hold';
import { discoverProviders } from './discover-providers.js';
import { listLocalModels } from './list-local-models.js';
import { listProviderModels } from './list-provider-models.js';

const SECRET = 'sk-test-listing-credential-01';
const OPENAI = { kind: 'openai', variable: 'OPENAI_API_KEY' } as const;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const answering =
  (status: number, body: unknown): RequestListener =>
  (_request, response) => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  };

const list = (baseUrl: string, environment = { OPENAI_API_KEY: SECRET }) =>
  listProviderModels(OPENAI, environment, baseUrl);

describe('asking a provider for its models', () => {
  it('sends the key to GET {base_url}/models, and keeps the chat models, preferred ones first', async () => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      seen.push([request.method, request.url, request.headers.authorization]);
      const data = ['gpt-4o', 'whisper-1', 'gpt-5.4-mini', 'text-embedding-3-small', 'gpt-4.1'].map((id) => ({ id }));
      response.end(JSON.stringify({ object: 'list', data }));
    });
    expect(await list(`${url}/v1`)).toEqual({
      ...OPENAI,
      source: 'asked',
      models: ['gpt-5.4-mini', 'gpt-4.1', 'gpt-4o'],
      total: 3,
    });
    expect(seen).toEqual([['GET', '/v1/models', `Bearer ${SECRET}`]]);
  });

  it('reads a bare list as together answers it', async () => {
    const url = await serve(
      answering(200, [{ id: 'a/chat', type: 'chat' }, { id: 'b/pictures', type: 'image' }, null, {}]),
    );
    expect(await list(url)).toMatchObject({ source: 'asked', models: ['a/chat'] });
  });

  it('says how many there are where it cuts the list off', async () => {
    const data = Array.from({ length: 60 }, (_, index) => ({ id: `model-${index}` }));
    const found = await list(await serve(answering(200, { data })));
    expect([found.models.length, found.total]).toEqual([40, 60]);
  });

  it('offers nothing when the key is rejected', async () => {
    const found = await list(await serve(answering(401, { error: { message: `Incorrect key ${SECRET}` } })));
    expect(found).toEqual({ ...OPENAI, source: 'refused', models: [], total: 0 });
  });

  it.each([
    ['forbids the list to this key', answering(403, {}), 'it answered 403'],
    ['is out of order', answering(503, 'down'), 'it answered 503'],
    ['redirects, which is not followed', answering(307, {}), 'it answered 307'],
    ['answers no JSON', answering(200, '<html>'), 'its answer was not understood'],
    ['answers another shape', answering(200, { data: 'x' }), 'its answer was not understood'],
    ['answers null', answering(200, 'null'), 'its answer was not understood'],
    ['has no chat models', answering(200, { data: [{ id: 'whisper-1' }] }), 'its answer was not understood'],
    ['hangs up', ((request) => request.socket.destroy()) satisfies RequestListener, 'it could not be reached'],
  ])('falls back on the documented models when it %s', async (_, listener, problem) => {
    const found = await list(await serve(listener));
    const models = MANIFESTS.openai.defaultModels;
    expect(found).toEqual({ ...OPENAI, source: 'documented', models, total: models.length, problem });
  });

  it.each([
    ['never answers', (() => undefined) satisfies RequestListener],
    [
      'stops in the middle',
      ((_request, response) => void response.writeHead(200).write('{')) satisfies RequestListener,
    ],
  ])('gives up after two seconds when it %s', async (_, listener) => {
    const found = await list(await serve(listener));
    expect(found).toMatchObject({ source: 'documented', problem: 'it took longer than 2 s' });
  });

  it('falls back when nobody listens, or the key is no header value', async () => {
    const nobody = `http://127.0.0.1:${await findClosedPort()}`;
    expect(await list(nobody)).toMatchObject({ source: 'documented', problem: 'it could not be reached' });
    const url = await serve(answering(200, { data: [{ id: 'gpt-4o' }] }));
    expect(await list(url, { OPENAI_API_KEY: 'one\ntwo' })).toMatchObject({ source: 'documented' });
  });

  it('goes through the proxy of the environment', async () => {
    const proxy = await serve((request, response) => {
      response.end(JSON.stringify({ data: [{ id: `seen ${request.url}` }] }));
    });
    const environment = { OPENAI_API_KEY: SECRET, HTTP_PROXY: proxy };
    const found = await list('http://provider.invalid/v1', environment);
    expect(found.models).toEqual(['seen http://provider.invalid/v1/models']);
  });
});

describe('asking a provider with a list of its own', () => {
  const anthropic = { kind: 'anthropic', variable: 'ANTHROPIC_API_KEY' } as const;
  const gemini = { kind: 'gemini', variable: 'GEMINI_API_KEY' } as const;
  const cohere = { kind: 'cohere', variable: 'COHERE_API_KEY' } as const;
  const chat = ['generateContent', 'countTokens'];

  it.each([
    [
      anthropic,
      { data: [{ id: 'claude-opus-4-8', type: 'model', display_name: 'Claude' }, { id: 'claude-sonnet-5' }] },
      ['claude-sonnet-5', 'claude-opus-4-8'],
      '/v1/models?limit=1000',
      { 'x-api-key': SECRET, 'anthropic-version': '2023-06-01' },
    ],
    [
      gemini,
      {
        models: [
          { name: 'models/gemini-2.5-flash', supportedGenerationMethods: chat },
          { name: 'models/gemini-3.8-flash', supportedGenerationMethods: chat },
          { name: 'models/gemini-3-pro-image', supportedGenerationMethods: chat },
          { name: 'models/veo-3', supportedGenerationMethods: ['predictLongRunning'] },
          null,
        ],
      },
      ['gemini-3.8-flash', 'gemini-2.5-flash'],
      '/v1beta/models?pageSize=1000',
      { 'x-goog-api-key': SECRET },
    ],
    [
      cohere,
      {
        models: [
          { name: 'command-r', endpoints: ['chat'], is_deprecated: true },
          { name: 'command-r7b-12-2024', endpoints: ['generate', 'chat'] },
          { name: 'command-a-03-2025', endpoints: ['chat'], is_deprecated: false },
          { name: 'embed-v4.0', endpoints: ['embed'] },
        ],
      },
      ['command-a-03-2025', 'command-r7b-12-2024'],
      '/v1/models?endpoint=chat&page_size=1000',
      { authorization: `Bearer ${SECRET}` },
    ],
  ])(
    '%j: keeps the chat models under the names that requests use, preferred ones first',
    async (provider, body, models, path, headers) => {
      const seen: unknown[] = [];
      const url = await serve((request, response) => {
        seen.push([request.method, request.url, request.headers]);
        response.end(JSON.stringify(body));
      });
      const found = await listProviderModels(provider, { [provider.variable]: SECRET }, url);
      expect(found).toEqual({ ...provider, source: 'asked', models, total: models.length });
      expect(seen).toMatchObject([['GET', path, headers]]);
    },
  );

  it.each([
    [anthropic, 401, { type: 'error', error: { type: 'authentication_error' } }],
    [gemini, 400, { error: { code: 400, details: [{ reason: 'API_KEY_INVALID' }] } }],
    [cohere, 401, { message: 'invalid api token' }],
  ])('%j: offers nothing when the key is rejected', async (provider, status, body) => {
    const found = await listProviderModels(
      provider,
      { [provider.variable]: SECRET },
      await serve(answering(status, body)),
    );
    expect(found).toEqual({ ...provider, source: 'refused', models: [], total: 0 });
  });

  it.each([
    ['another 400', answering(400, { error: { details: [{ reason: 'BILLING_DISABLED' }, null] } }), 'it answered 400'],
    [
      'a list of another shape',
      answering(200, { data: [{ id: 'gemini-3.8-flash' }] }),
      'its answer was not understood',
    ],
  ])('gemini: falls back on the documented models for %s', async (_, listener, problem) => {
    const found = await listProviderModels(gemini, { GEMINI_API_KEY: SECRET }, await serve(listener));
    expect(found).toMatchObject({ source: 'documented', models: MANIFESTS.gemini.defaultModels, problem });
  });
});

describe('asking a local Ollama', () => {
  const listOllamaModels = (environment: Environment) => listLocalModels(MANIFESTS.ollama, environment);
  const models = [
    { name: 'qwen3:8b', details: { family: 'qwen3' } },
    { name: 'all-minilm:latest', details: { family: 'bert' } },
    { name: 'nomic-embed-text:latest', details: { family: 'nomic-bert' } },
    { name: 'llama3.2:1b', details: { family: 'llama' } },
    { name: 'deepseek-r1:8b' },
    null,
  ];

  it('lists the models for chat of GET /api/tags', async () => {
    const paths: unknown[] = [];
    const url = await serve((request, response) => {
      paths.push(request.url);
      response.end(JSON.stringify({ models }));
    });
    expect(await listOllamaModels({ OLLAMA_HOST: url })).toEqual({
      kind: 'ollama',
      baseUrl: `${url}/v1`,
      source: 'asked',
      models: ['deepseek-r1:8b', 'llama3.2:1b', 'qwen3:8b'],
      total: 3,
    });
    expect(paths).toEqual(['/api/tags']);
  });

  it('is not led away by a proxy', async () => {
    const url = await serve(answering(200, { models }));
    const proxy = await serve(answering(502, {}));
    expect(await listOllamaModels({ OLLAMA_HOST: url, HTTP_PROXY: proxy })).toMatchObject({ total: 3 });
  });

  it.each([
    ['something else answers', answering(404, 'not found')],
    ['the answer has another shape', answering(200, { data: [] })],
    ['nothing comes within half a second', (() => undefined) satisfies RequestListener],
  ])('finds none when %s', async (_, listener) => {
    const url = await serve(listener);
    const list = async () => expect(await listOllamaModels({ OLLAMA_HOST: url })).toBeUndefined();
    await expectWithin(1_500, () => clockTimeOf(list));
  });

  it('finds none at an address that is none, or where nobody listens', async () => {
    expect(await listOllamaModels({ OLLAMA_HOST: 'no host' })).toBeUndefined();
    expect(await listOllamaModels({ OLLAMA_HOST: `127.0.0.1:${await findClosedPort()}` })).toBeUndefined();
  });
});

describe('looking for all of them at once', () => {
  it('gives the providers with a key, the Ollama, and the keys of kinds that are not offered', async () => {
    const ollama = await serve(answering(200, { models: [{ name: 'llama3.2:1b' }] }));
    const proxy = await serve((_request, response) => response.writeHead(502).end());
    const found = await discoverProviders({
      OPENAI_API_KEY: SECRET,
      PERPLEXITY_API_KEY: SECRET,
      ASSEMBLYAI_API_KEY: SECRET,
      OLLAMA_HOST: ollama,
      HTTPS_PROXY: proxy,
    });
    expect(found.providers).toMatchObject([
      { kind: 'openai', source: 'documented' },
      // Not asked: its list, where it has one, is not of models that chat.
      { kind: 'assemblyai', models: [], sound: { transcription: 'universal-3-pro' } },
      { kind: 'ollama', models: ['llama3.2:1b'] },
    ]);
    expect(found.notOffered).toEqual([{ kind: 'perplexity', variable: 'PERPLEXITY_API_KEY' }]);
  });
});
