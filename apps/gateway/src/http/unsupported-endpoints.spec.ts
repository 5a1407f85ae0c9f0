import { describe, expect, it } from 'vitest';
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

  it.each(['/', '/favicon.ico', '/chat'])('%s is an unknown path', (path) => {
    expect(explainUnknownPath(path)).toBe('Unknown path. API endpoints start with /v1; GET / lists the rest.');
  });
});
