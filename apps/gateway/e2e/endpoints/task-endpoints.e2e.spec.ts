import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { EmbeddingsResponse } from '@multilane/contracts';
import { jsonReply, neverAnswers, repliesOf } from '@multilane/testing';
import { readEnvelope, readRefusal, unsupportedParameter } from '../read-refusal.js';
import { answerWith, BEHIND, OPENAI, startEveryProvider } from '../start-every-provider.js';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { DECISION, MODERATION, RANKS, taskReply, toBase64, vectorOf } from '../task-replies.js';
import { findAuditRecord } from './inference-routes.js';

let pair: Pair;

beforeAll(async () => {
  pair = await startEveryProvider();
}, HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.onRequest(taskReply));

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

afterEach(() => {
  const refusals = [...pair.upstream.refusals];
  pair.upstream.reset();
  expect(refusals).toEqual([]);
});

const sent = () => pair.upstream.requests.map(({ body }) => body as Record<string, unknown>);
const paths = () => pair.upstream.requests.map(({ path }) => path);
const unsupportedProvider = {
  status: 400,
  code: 'unsupported_provider',
  type: 'invalid_request_error',
  param: 'model',
};

/** The answer of POST, once it is known to be one. */
async function post<Answer = Record<string, unknown>>(path: string, body: object): Promise<Answer> {
  const answer = await pair.send(path, { body });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.json() as Answer;
}

interface EmbeddingRow {
  group: string;
  model: string;
  provider: string;
  /** The addresses of the calls for two inputs. */
  calls: string[];
}

const GEMINI_CALL = '/v1beta/models/gemini-embedding-001:batchEmbedContents';
const TITAN_CALL = `/model/${encodeURIComponent('amazon.titan-embed-text-v2:0')}/invoke`;
const PREDICT_CALL =
  '/v1/projects/test-project/locations/europe-west4/publishers/google/models/text-embedding-005:predict';
const DEPLOYMENT_CALL = '/openai/deployments/embed-deployment/embeddings';

const EMBEDDINGS: EmbeddingRow[] = [
  { group: 'R, passed through', model: 'openai-embedding', provider: 'openai', calls: ['/v1/embeddings'] },
  {
    group: 'R1, the cloud-hosted variant re-addressed to the deployment',
    model: 'azure-embedding',
    provider: 'azure-openai',
    calls: [DEPLOYMENT_CALL],
  },
  { group: 'G, translated', model: 'gemini-embedding', provider: 'gemini', calls: [GEMINI_CALL] },
  { group: 'G of the cloud, translated', model: 'vertex-embedding', provider: 'vertex', calls: [PREDICT_CALL] },
  { group: 'C, translated', model: 'cohere-embedding', provider: 'cohere', calls: ['/v2/embed'] },
  {
    group: 'B, one call per input and one response',
    model: 'bedrock-embedding',
    provider: 'bedrock',
    calls: [TITAN_CALL, TITAN_CALL],
  },
];

describe('docs/contract/embeddings.md#embeddings', () => {
  describe.each(EMBEDDINGS)('$group', ({ model, provider, calls }) => {
    it('docs/contract/embeddings.md#embeddings: encoding_format float or base64 on every provider', async () => {
      const input = ['fog', 'sunshine'];
      const float = await post<EmbeddingsResponse>('/v1/embeddings', { model, input });
      const base64 = await post<EmbeddingsResponse>('/v1/embeddings', { model, input, encoding_format: 'base64' });
      expect(float).toMatchObject({ object: 'list', model: expect.any(String) });
      expect(float.data).toEqual(
        input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })),
      );
      expect(base64.data.map(({ embedding }) => embedding)).toEqual(input.map((text) => toBase64(vectorOf(text))));
    });

    it('the calls go to its own address, and their tokens are summed', async () => {
      const answer = await pair.send('/v1/embeddings', { body: { model, input: ['fog', 'sunshine'] } });
      expect(pair.upstream.requests.map(({ path }) => decodeURIComponent(path))).toEqual(calls.map(decodeURIComponent));
      expect(answer.headers['x-service-provider']).toBe(provider);
      const { usage } = answer.json() as EmbeddingsResponse;
      // The consumer API of group G counts none: what it was asked is estimated
      // (docs/contract/usage.md#translated-usage).
      if (provider === 'gemini') expect(usage?.prompt_tokens).toBeGreaterThan(0);
      else expect(usage).toEqual({ prompt_tokens: 2, total_tokens: 2 });
    });

    it('one text is as good as a list of one', async () => {
      const answer = await post<EmbeddingsResponse>('/v1/embeddings', { model, input: 'fog' });
      expect(answer.data).toEqual([{ object: 'embedding', index: 0, embedding: vectorOf('fog') }]);
    });
  });

  it('B answers many inputs in their order, however its calls end', async () => {
    const input = Array.from({ length: 23 }, (_, index) => 'x'.repeat(index + 1));
    pair.upstream.onRequest((request) => ({ ...taskReply(request), beforeMs: Math.random() * 20 }));
    const { data } = await post<EmbeddingsResponse>('/v1/embeddings', { model: 'bedrock-embedding', input });
    expect(data).toEqual(input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })));
    expect(pair.upstream.requests).toHaveLength(input.length);
  });

  it('B: one call that fails fails the request, and no other is begun after it', async () => {
    pair.upstream.onRequest((request) =>
      (request.body as { inputText: string }).inputText === 'bad'
        ? repliesOf('bedrock').error(500)
        : taskReply(request),
    );
    const input = ['bad', ...Array.from({ length: 40 }, () => 'good')];
    const answer = await pair.send('/v1/embeddings', { body: { model: 'bedrock-embedding', input } });
    expect([answer.status, readEnvelope(answer).code]).toEqual([502, 'provider_error']);
    expect(pair.upstream.requests.length).toBeLessThan(input.length);
    expect((await pair.send('/ready')).status).toBe(200);
  });

  it('B: what the calls before the failed one used is recorded', async () => {
    pair.upstream.onRequest((request) =>
      (request.body as { inputText: string }).inputText === 'bad'
        ? { ...repliesOf('bedrock').error(500), beforeMs: 500 }
        : taskReply(request),
    );
    const id = 'paid-in-part';
    await pair.send('/v1/embeddings', {
      body: { model: 'bedrock-embedding', input: ['good', 'good', 'bad'] },
      headers: { 'x-request-id': id },
    });
    expect(await findAuditRecord(pair, id)).toMatchObject({
      outcome: 'failed',
      prompt_tokens: 2,
      usage_source: 'reported',
    });
  });

  it('B: a client that leaves ends the calls in progress, and no other is begun', async () => {
    pair.upstream.setDefault(neverAnswers());
    pair.upstream.onRequest(() => undefined);
    const input = Array.from({ length: 40 }, () => 'good');
    const left = expect(
      pair.send('/v1/embeddings', { body: { model: 'bedrock-embedding', input }, timeoutMs: 500 }),
    ).rejects.toThrow();
    await pair.upstream.waitForRequest(4);
    await left;
    await pair.upstream.waitForAbort(4);
    expect(pair.upstream.requests).toHaveLength(4);
    expect((await pair.send('/ready')).status).toBe(200);
  });

  it('tokens go through to group R and are rejected where the provider takes text', async () => {
    const input = [[1, 2], [3]];
    await post('/v1/embeddings', { model: 'openai-embedding', input });
    expect(sent()[0]).toMatchObject({ input });
    for (const { model } of EMBEDDINGS.slice(2)) {
      const answer = await pair.send('/v1/embeddings', { body: { model, input } });
      expect([model, readRefusal(answer)]).toEqual([model, unsupportedParameter('input')]);
    }
  });

  it('N has no embeddings: 400 unsupported_provider', async () => {
    const answer = await pair.send('/v1/embeddings', { body: { model: 'anthropic-embedding', input: 'fog' } });
    expect(readRefusal(answer)).toEqual(unsupportedProvider);
    expect(pair.upstream.requests).toEqual([]);
  });
});

describe('docs/contract/rerank.md#rerank', () => {
  const documents = ['sun', { text: 'rain', id: 7 }];
  const request = { query: 'wet?', documents };

  it('C: translated to its rerank API', async () => {
    const answer = await post('/v1/rerank', { model: 'cohere-rerank', ...request, return_documents: true });
    expect(paths()).toEqual(['/v2/rerank']);
    expect(sent()).toEqual([{ model: 'rerank-v3.5', query: 'wet?', documents: ['sun', 'rain'] }]);
    expect(answer).toMatchObject({
      id: RANKS.id,
      model: expect.any(String),
      results: [
        { index: 1, relevance_score: 0.9, document: { text: 'rain', id: 7 } },
        { index: 0, relevance_score: 0.125, document: { text: 'sun' } },
      ],
    });
  });

  it.each([
    ['R1', 'openai-rerank'],
    ['other group R providers', 'compatible-rerank'],
  ])('passed through for %s', async (_group, model) => {
    const plain = { query: 'wet?', documents: ['sun', { text: 'rain' }], top_n: 1 };
    const answer = await post('/v1/rerank', { model, ...plain });
    expect(paths()).toEqual(['/v1/rerank']);
    expect(sent()).toEqual([{ model: 'reranker', ...plain }]);
    expect(answer).toMatchObject({ results: [{ index: 1, relevance_score: 0.9 }] });
    expect(answer.results).toHaveLength(1);
  });

  it('the simulator ranks by itself', async () => {
    const answer = await post('/v1/rerank', { model: 'simulator-rerank', query: 'rain', documents: ['sun', 'rain'] });
    expect(answer).toMatchObject({ results: [{ index: 1 }, { index: 0 }] });
  });

  it('other providers answer 400 unsupported_provider', async () => {
    const answer = await pair.send('/v1/rerank', { body: { model: 'anthropic-rerank', ...request } });
    expect(readRefusal(answer)).toEqual(unsupportedProvider);
  });
});

describe('docs/contract/decision.md#request', () => {
  const request = { state: { weather: 'rain' }, questions: { wet: { type: 'noul', instructions: 'Is it wet?' } } };

  it('body has model, state, questions; response has model, answers, usage', async () => {
    expect(await post('/v1/decision', { model: 'typesafe-decision', ...request })).toEqual(DECISION);
    expect([paths(), sent()]).toEqual([['/v1/systemone'], [{ model: 'system-one', ...request }]]);
  });

  it('docs/contract/decision.md#providers: the simulator serves decision models too', async () => {
    const answer = await post('/v1/decision', { model: 'simulator-decision', ...request });
    expect(answer).toMatchObject({ answers: { wet: { type: 'noul' } }, usage: { input_tokens: expect.any(Number) } });
  });

  it('only decision models are served; other providers answer 400 unsupported_provider', async () => {
    for (const model of ['openai-decision', ...BEHIND.map((behind) => behind.model), 'openai-embedding']) {
      const answer = await pair.send('/v1/decision', { body: { model, ...request } });
      expect([model, readRefusal(answer)]).toEqual([model, unsupportedProvider]);
    }
    expect(pair.upstream.requests).toEqual([]);
  });

  it.each([
    ['name', { dry: { type: 'noul', noul: 0.5 } }],
    ['type', { wet: { type: 'score', score: 1, confidence: 1, probabilities: {}, legend: {} } }],
  ])('docs/contract/decision.md#answers: an answer whose %s fits no question is a 502', async (_what, answers) => {
    pair.upstream.enqueue(jsonReply({ ...DECISION, answers }));
    const answer = await pair.send('/v1/decision', { body: { model: 'typesafe-decision', ...request } });
    expect([answer.status, readEnvelope(answer).code]).toEqual([502, 'provider_error']);
  });

  it('docs/contract/decision.md#answers: a question without an answer is passed on as absent; no streaming', async () => {
    pair.upstream.enqueue(jsonReply({ ...DECISION, answers: {} }));
    expect(await post('/v1/decision', { model: 'typesafe-decision', ...request })).toMatchObject({ answers: {} });
    const streamed = { model: 'typesafe-decision', stream: true, ...request };
    expect(readRefusal(await pair.send('/v1/decision', { body: streamed }))).toEqual(unsupportedParameter('stream'));
  });
});

describe('docs/contract/moderations.md#moderations', () => {
  const threat = { input: 'I will kill you.' };

  it('passed through for R1 models', async () => {
    expect(await post('/v1/moderations', { model: 'openai-moderation', ...threat })).toEqual(MODERATION);
    expect(sent()).toEqual([{ model: 'omni-moderation-latest', ...threat }]);
  });

  it.each([
    ['without a model', {}],
    ['for other providers', { model: 'cohere-moderation' }],
    ['for the default of SDKs', { model: 'omni-moderation-latest' }],
    ['for its dated name', { model: 'omni-moderation-2024-09-26' }],
    ['for the older default', { model: 'text-moderation-latest' }],
    ['for the stable name', { model: 'text-moderation-stable' }],
    ['for the name that it gives itself', { model: 'builtin-moderation' }],
  ])('%s a built-in moderation check answers', async (_when, named) => {
    const answer = await pair.send('/v1/moderations', { body: { ...named, ...threat } });
    expect([answer.status, answer.json()]).toMatchObject([
      200,
      { model: 'builtin-moderation', results: [{ flagged: true, categories: { violence: true } }] },
    ]);
    // It came from no provider.
    expect(answer.headers['x-service-provider']).toBeUndefined();
    expect(pair.upstream.requests).toEqual([]);
  });

  it('a configured model of a name that means the built-in check wins', async () => {
    expect(await post('/v1/moderations', { model: 'text-moderation-007', ...threat })).toEqual(MODERATION);
  });

  it('any other name that nobody has is 404, and the names mean nothing to other endpoints', async () => {
    const unknown = { status: 404, code: 'model_not_found', type: 'invalid_request_error', param: 'model' };
    const answer = await pair.send('/v1/moderations', { body: { model: 'omni-moderation-next', ...threat } });
    expect(readRefusal(answer)).toEqual(unknown);
    const chat = { model: 'omni-moderation-latest', messages: [{ role: 'user', content: 'Hello' }] };
    expect(readRefusal(await pair.send('/v1/chat/completions', { body: chat }))).toEqual(unknown);
    expect(pair.upstream.requests).toEqual([]);
  });
});

describe('docs/contract/usage.md#cost: X-Service-Cost on completions and embeddings that are not streamed', () => {
  const messages = [{ role: 'user', content: 'Hello' }];

  it.each([
    ['/v1/chat/completions', { model: OPENAI.model, messages }, '0.0000625'],
    ['/v1/responses', { model: OPENAI.model, input: 'Hello' }, '0.0000625'],
    ['/v1/messages', { model: OPENAI.model, max_tokens: 5, messages }, '0.0000625'],
    ['/v1/completions', { model: OPENAI.model, prompt: 'Hello' }, '0.0000625'],
    ['/v1/embeddings', { model: 'openai-embedding', input: 'Hello' }, '0.00000002'],
    ['/v1/chat/completions', { model: 'azure-chat', messages }, undefined],
    ['/v1/embeddings', { model: 'azure-embedding', input: 'Hello' }, undefined],
  ])('%s of %j: %s', async (path, body, cost) => {
    const answer = await pair.send(path, { body });
    expect([answer.status, answer.headers['x-service-cost']]).toEqual([200, cost]);
  });

  it('a stream has begun before its cost is known', async () => {
    answerWith(pair, OPENAI);
    const stream = await pair.stream();
    await stream.collect();
    expect([stream.status, stream.headers['x-service-cost']]).toEqual([200, undefined]);
  });
});
