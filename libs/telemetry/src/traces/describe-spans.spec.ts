import { describe, expect, test } from '@jest/globals';
import type { AuditRecord } from '../audit/audit-record.js';
import { describeCall } from './describe-call.js';
import { describeRequest } from './describe-request.js';
import type { TracedCall } from './tracer.js';

/** Operations by the names of the gateway, for those that differ from the endpoint's. */
const OPERATIONS: Readonly<Record<string, string>> = {
  messages: 'chat',
  completions: 'text_completion',
  countTokens: 'count_tokens',
};

const CALL: TracedCall = {
  provider: 'openai',
  providerName: 'eu',
  endpoint: 'chat',
  model: 'gpt-4o-2024-11-20',
  origin: 'https://api.openai.com',
  streamed: false,
  startedMs: 0,
  durationMs: 1,
  firstChunkMs: undefined,
  failure: undefined,
  status: undefined,
  usage: undefined,
  answerModel: undefined,
};

const RECORD = {
  request_id: 'request-1',
  method: 'POST',
  kind: 'call',
  provider: 'eu',
  endpoint: 'chat.completions',
  status: 200,
  outcome: 'success',
  error_code: null,
  team: 'research',
  api_key_name: 'ci',
  model: 'default',
  logical_name: 'gpt-4o',
  streamed: false,
  duration_ms: 250,
  time_to_first_byte_ms: null,
  usage_source: 'reported',
  attempts: 1,
  cost_usd: null,
} as AuditRecord;

const requestSpan = (changes: Partial<AuditRecord>) =>
  describeRequest({
    record: { ...RECORD, ...changes },
    route: '/v1/chat/completions',
    startedAt: 0,
    traceparent: undefined,
    tracestate: undefined,
    calls: [],
  });

describe('describeCall: the conventions for generative AI', () => {
  test('names operation, provider, models, address and tokens', () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 20,
      total_tokens: 120,
      prompt_tokens_details: { cached_tokens: 64 },
      completion_tokens_details: { reasoning_tokens: 8 },
    };
    const call = { ...CALL, streamed: true, firstChunkMs: 420, usage, answerModel: 'gpt-4o-2024-11-20' };
    expect(describeCall(call)).toEqual({
      name: 'chat gpt-4o-2024-11-20',
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'gpt-4o-2024-11-20',
        'multilane.provider': 'eu',
        'gen_ai.request.stream': true,
        'gen_ai.response.time_to_first_chunk': 0.42,
        'gen_ai.response.model': 'gpt-4o-2024-11-20',
        'server.address': 'api.openai.com',
        'server.port': 443,
        'gen_ai.usage.input_tokens': 100,
        'gen_ai.usage.output_tokens': 20,
        'gen_ai.usage.cache_read.input_tokens': 64,
        'gen_ai.usage.reasoning.output_tokens': 8,
      },
      failed: false,
    });
  });

  test.each([
    ['azure-openai', 'chat', 'azure.ai.openai', 'chat'],
    ['anthropic', 'messages', 'anthropic', 'chat'],
    ['gemini', 'chat', 'gcp.gemini', 'generate_content'],
    ['vertex', 'embeddings', 'gcp.vertex_ai', 'embeddings'],
    ['bedrock', 'chat', 'aws.bedrock', 'chat'],
    ['mistral', 'completions', 'mistral_ai', 'text_completion'],
    ['xai', 'chat', 'x_ai', 'chat'],
    ['cohere', 'rerank', 'cohere', 'rerank'],
    ['openai-compatible', 'chat', 'openai-compatible', 'chat'],
    ['anthropic', 'countTokens', 'anthropic', 'count_tokens'],
  ] as const)('%s asked for %s is provider %s, operation %s', (provider, endpoint, name, operation) => {
    const usual = OPERATIONS[endpoint];
    expect(describeCall({ ...CALL, provider, endpoint, operation: usual }).attributes).toMatchObject({
      'gen_ai.provider.name': name,
      'gen_ai.operation.name': operation,
    });
  });

  test.each([
    ['http://127.0.0.1:8000', '127.0.0.1', 8000],
    ['http://ollama', 'ollama', 80],
    ['https://[::1]', '[::1]', 443],
  ])('the address of %s', (origin, address, port) => {
    const { attributes } = describeCall({ ...CALL, origin });
    expect(attributes).toMatchObject({ 'server.address': address, 'server.port': port });
  });

  test('a provider inside the process has no address', () => {
    expect(Object.keys(describeCall({ ...CALL, origin: undefined }).attributes)).not.toContain('server.address');
  });

  test('a failure is an error, by our code and its status', () => {
    expect(describeCall({ ...CALL, failure: 'provider_rate_limited', status: 429 })).toMatchObject({
      attributes: { 'error.type': 'provider_rate_limited', 'http.response.status_code': 429 },
      failed: true,
    });
  });
});

describe('describeRequest: the conventions for HTTP servers', () => {
  test('a success', () => {
    expect(requestSpan({ cost_usd: 0.5, time_to_first_byte_ms: 250 })).toEqual({
      name: 'POST /v1/chat/completions',
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/v1/chat/completions',
        'url.path': '/v1/chat/completions',
        'http.response.status_code': 200,
        'multilane.request.id': 'request-1',
        'multilane.endpoint': 'chat.completions',
        'multilane.kind': 'call',
        'multilane.outcome': 'success',
        'multilane.attempts': 1,
        'multilane.streamed': false,
        'multilane.usage.source': 'reported',
        'multilane.model': 'gpt-4o',
        'multilane.provider': 'eu',
        'multilane.cost_usd': 0.5,
        'multilane.time_to_first_byte': 0.25,
      },
      failed: false,
    });
  });

  test('a refusal is no error of the server', () => {
    const { attributes, failed } = requestSpan({ outcome: 'refused', status: 403, error_code: 'model_not_allowed' });
    expect(failed).toBe(false);
    expect(attributes).toMatchObject({ 'http.response.status_code': 403, 'multilane.error.code': 'model_not_allowed' });
    expect(attributes).not.toHaveProperty('error.type');
  });

  test('a failure is, also of a stream that began with 200', () => {
    const { attributes, failed } = requestSpan({ outcome: 'failed', status: 200, error_code: 'provider_error' });
    expect(failed).toBe(true);
    expect(attributes).toMatchObject({ 'http.response.status_code': 200, 'error.type': 'provider_error' });
  });

  test('a client that left was sent no status unless its answer had begun', () => {
    expect(Object.keys(requestSpan({ outcome: 'cancelled', status: 499 }).attributes)).not.toContain(
      'http.response.status_code',
    );
    expect(requestSpan({ outcome: 'cancelled', status: 200 }).attributes['http.response.status_code']).toBe(200);
  });

  test('says nothing of who asked, and not what the caller called the model', () => {
    const words = JSON.stringify(requestSpan({ outcome: 'refused', status: 404, logical_name: null }));
    for (const word of ['research', '"ci"', 'default', 'gpt-4o']) expect(words).not.toContain(word);
  });
});
