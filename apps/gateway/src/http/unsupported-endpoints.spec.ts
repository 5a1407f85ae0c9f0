import { describe, expect, it } from '@jest/globals';
import { explainMissingEndpoint, explainUnknownPath } from './unsupported-endpoints.js';

describe('docs/contract/requests.md#unsupported-endpoints', () => {
  it.each([
    ['/v1/assistants', 'workspace agents, or chat completions with tools'],
    ['/v1/assistants/asst_1/files', 'workspace agents, or chat completions with tools'],
    ['/v1/threads', 'workspace agents, or messages carrying the conversation'],
    ['/v1/conversations/c', '/v1/responses with the conversation in input'],
    ['/v1/vector_stores', '/v1/kb and /v1/docsets'],
    ['/v1/containers', 'workspace agents'],
    ['/v1/uploads', '/v1/files'],
    ['/v1/evals/run', '/admin/evals on the workspace service'],
    ['/v1/organization/users', 'the workspace admin API under /admin'],
    ['/v1/messages/batches/msgbatch_1/results', 'POST /v1/batches'],
    ['/v1/skills/skill_1/versions', 'workspace agents'],
    ['/v1/complete', 'POST /v1/messages'],
    ['/v1/organizations/api_keys', 'the workspace admin API under /admin'],
    ['/v1/chat/completions/chatcmpl-1', 'not stored'],
    ['/v1/chat', 'POST /v1/chat/completions'],
    ['/v1/embed', 'POST /v1/embeddings'],
    ['/v1/fim/completions', 'POST /v1/completions with suffix'],
    ['/v1/batch/jobs', 'POST /v1/batches'],
    ['/v1/realtime/sessions', 'POST /v1/realtime/client_secrets'],
    ['/v1/engines/davinci/completions', 'POST /v1/chat/completions'],
    ['/v1/projects/p/locations/l/publishers/google/models/gemini-2.5-pro:streamGenerateContent', '`stream: true`'],
    ['/v1/projects/p/locations/l/publishers/anthropic/models/claude-opus-5:rawPredict', 'POST /v1/messages'],
    ['/v1/models/gemini-2.5-pro:generateContent', 'POST /v1/chat/completions'],
  ])('%s names its alternative', (path, alternative) => {
    expect(explainMissingEndpoint(path)).toContain(alternative);
  });

  it.each([
    ['/v1/responses/compact', 'summar'],
    ['/v1/responses/input_tokens', '/v1/messages/count_tokens'],
  ])('%s is spoken of, with what to do instead, and not as a stored response', (path, alternative) => {
    const message = explainMissingEndpoint(path);
    expect(message).toContain(`${path} is not supported`);
    expect(message).toContain(alternative);
    expect(message).not.toContain('stored');
    expect(explainMissingEndpoint('/v1/responses/resp_1')).toContain('stored');
  });

  it('a path that only begins like an endpoint is not that endpoint', () => {
    expect(explainMissingEndpoint('/v1/assistantsx')).not.toContain('workspace agents');
  });

  it.each(['/v1/v1', '/v1/v1/chat/completions'])('%s hints at the base URL', (path) => {
    expect(explainMissingEndpoint(path)).toContain('base URL');
  });
});

describe('a path outside /v1', () => {
  it.each(['/chat/completions', '/messages', '/messages/count_tokens', '/models'])(
    '%s hints at the base URL',
    (path) => {
      expect(explainUnknownPath(path)).toContain(`/v1${path}`);
    },
  );

  it.each([
    ['/v1beta/models/gemini-2.5-pro:generateContent', 'POST /v1/chat/completions'],
    ['/v1beta/models/gemini-2.5-pro:streamGenerateContent', '`stream: true`'],
    ['/v1beta/models/gemini-embedding-001:batchEmbedContents', 'POST /v1/embeddings'],
    ['/v1beta/models/gemini-2.5-pro:countTokens', 'POST /v1/messages/count_tokens'],
    ['/v1beta1/projects/p/locations/l/publishers/google/models/gemini-2.5-pro:generateContent', 'chat/completions'],
    ['/v1beta/models', 'GET /v1/models'],
    ['/upload/v1beta/files', 'POST /v1/files'],
    ['/v1beta/openai/chat/completions', 'base URL'],
    ['/v1beta/cachedContents', 'base URL'],
    ['/openai/deployments/gpt-4o/chat/completions', 'in place of a deployment'],
    ['/openai/v1/responses', 'base URL'],
    ['/anthropic/v1/messages', 'without a path'],
    ['/model/anthropic.claude-opus-5-v1%3A0/converse-stream', 'POST /v1/messages'],
    ['/model/amazon.titan-text/invoke', 'POST /v1/chat/completions'],
    ['/api/chat', 'POST /v1/chat/completions'],
    ['/api/chat/', 'POST /v1/chat/completions'],
    ['/api/tags', 'GET /v1/models'],
    ['/api/v1/chat/completions', 'base URL'],
    ['/v2/rerank', 'POST /v1/rerank'],
    ['/key/generate', '/admin/keys'],
    ['/generate_stream', 'POST /v1/chat/completions'],
  ])('%s of a client of another service names the alternative', (path, alternative) => {
    expect(explainUnknownPath(path)).toContain(alternative);
  });

  it.each(['/v2/models', '/v1x/models', '/admin/keys', '/api', '/keys', '/v1betas/models', '/model', '/openaix'])(
    '%s is nobody’s path',
    (path) => {
      expect(explainUnknownPath(path)).toBe('Unknown path. API endpoints start with /v1; GET / lists the rest.');
    },
  );

  it('a method of models that there is not, and one that every object has, is no method', () => {
    for (const method of ['dance', 'constructor', 'toString']) {
      expect(explainMissingEndpoint(`/v1/projects/p/models/m:${method}`)).toContain('Unknown endpoint');
    }
  });

  it.each(['/', '/favicon.ico', '/chat'])('%s is an unknown path', (path) => {
    expect(explainUnknownPath(path)).toBe('Unknown path. API endpoints start with /v1; GET / lists the rest.');
  });
});
