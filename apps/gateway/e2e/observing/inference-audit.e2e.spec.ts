import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { jsonReply } from '@multilane/testing';
import { findAuditRecord, INFERENCE_ROUTES } from '../endpoints/inference-routes.js';
import { startEveryProvider } from '../start-every-provider.js';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { taskReply } from '../task-replies.js';

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

/** Tokens of a record: prompt, completion, source. */
type Tokens = [prompt: unknown, completion: unknown, source: string];

const COUNTED: Tokens = [9, 4, 'reported'];
const ESTIMATED: Tokens = [expect.any(Number), expect.any(Number), 'estimated'];
const NONE: Tokens = [null, null, 'none'];

/** With usage in the provider's answer, and without. */
const TOKENS: Record<string, [reported: Tokens, silent: Tokens]> = {
  'chat.completions': [COUNTED, ESTIMATED],
  responses: [COUNTED, ESTIMATED],
  messages: [COUNTED, ESTIMATED],
  // Counting uses no tokens.
  'messages.count_tokens': [NONE, NONE],
  completions: [COUNTED, ESTIMATED],
  embeddings: [[1, 0, 'reported'], ESTIMATED],
  // Search units are no tokens, and the reference provider counts none for moderations.
  rerank: [ESTIMATED, ESTIMATED],
  moderations: [ESTIMATED, ESTIMATED],
  decision: [COUNTED, ESTIMATED],
};

const cases = INFERENCE_ROUTES.map((route) => {
  const [reported, silent] = TOKENS[route.endpoint] ?? [];
  return { ...route, reported, silent };
});

async function recordOf(id: string, path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await pair.send(path, { body, headers: { 'x-request-id': id } });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return findAuditRecord(pair, id);
}

const tokensOf = (record: Record<string, unknown>) => [
  record.prompt_tokens,
  record.completion_tokens,
  record.usage_source,
];

// docs/contract/audit.md#records
describe.each(cases)('the record of $path', ({ endpoint, path, body, reported, silent }) => {
  it(
    'has the caller, the model, and the tokens that were reported',
    async () => {
      const record = await recordOf(`told-${endpoint}`, path, body);
      expect(record).toMatchObject({
        endpoint,
        method: 'POST',
        status: 200,
        outcome: 'success',
        organization: 'default',
        team: 'research',
        api_key_name: 'ci',
        model: body.model,
        logical_name: body.model,
        streamed: false,
      });
      // Tokens are counted by the gateway itself for this model.
      if (endpoint !== 'messages.count_tokens') {
        expect(record).toMatchObject({ provider: expect.any(String), upstream_model: expect.any(String), attempts: 1 });
      }
      expect(tokensOf(record)).toEqual(reported);
    },
    HOOK_LIMIT_MS,
  );

  it(
    'docs/contract/usage.md#estimates: when a provider reports no usage it is estimated, and the body left as it was sent',
    async () => {
      pair.upstream.onRequest((request) => {
        const { usage: _usage, ...rest } = taskReply(request).body as Record<string, unknown>;
        return jsonReply(rest);
      });
      const record = await recordOf(`silent-${endpoint}`, path, body);
      expect(tokensOf(record)).toEqual(silent);
      if (silent === ESTIMATED) expect(record.prompt_tokens).toBeGreaterThan(0);
    },
    HOOK_LIMIT_MS,
  );
});

describe('docs/contract/audit.md#records, records of what no tokens were used for', () => {
  it('a count of tokens by the provider itself', async () => {
    pair.upstream.onRequest(() => jsonReply({ input_tokens: 17 }));
    const body = { model: 'anthropic-chat', messages: [{ role: 'user', content: 'Hello' }] };
    const record = await recordOf('counted-by-n', '/v1/messages/count_tokens', body);
    expect(tokensOf(record)).toEqual(NONE);
    expect(record).toMatchObject({ provider: 'anthropic', attempts: 1 });
  });

  it('the built-in moderation check, without a model', async () => {
    const record = await recordOf('moderated-here', '/v1/moderations', { input: 'Nice weather.' });
    expect(tokensOf(record)).toEqual(NONE);
    expect(record).toMatchObject({ endpoint: 'moderations', model: null, provider: null, attempts: 0 });
  });
});
