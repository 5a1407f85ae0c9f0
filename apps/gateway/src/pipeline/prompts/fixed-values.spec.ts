import { describe, expect, it } from '@jest/globals';
import { compilePrompt } from '@multilane/policy';
import { CHAT } from '../../endpoints/chat/chat.endpoint.js';
import type { EndpointDescriptor } from '../../endpoints/descriptor.js';
import { MESSAGES } from '../../endpoints/messages/messages.endpoint.js';
import type { AskedRequest } from '../../recording/request-parts.js';
import { applyPrompt } from './use-prompt.js';

const found = compilePrompt({
  name: 'p',
  versions: [
    {
      version: 1,
      messages: [{ role: 'user', content: 'Hello' }],
      variables: [],
      parameters: { max_tokens: 50, reasoning_effort: 'low' },
      response_schema: { name: 'answer', schema: { type: 'object' } },
      fixed: ['max_tokens', 'reasoning_effort', 'response_schema'],
    },
  ],
  labels: [{ name: 'production', version: 1 }],
});

function apply(endpoint: EndpointDescriptor, members: object) {
  const incoming = { isOfClient: true };
  const body = { ...members, prompt: { name: 'p' } };
  const snapshot = { prompts: { find: () => found } };
  return applyPrompt({ endpoint, incoming, body, snapshot, caller: {}, headers: {} } as unknown as AskedRequest).body;
}

describe('the values that a version of a prompt fixes', () => {
  it.each<[string, EndpointDescriptor, object, string]>([
    ['the newer limit', CHAT, { max_completion_tokens: 9000 }, 'max_completion_tokens'],
    [
      'the newer limit beside the same older one',
      CHAT,
      { max_tokens: 50, max_completion_tokens: 9000 },
      'max_completion_tokens',
    ],
    ['the older limit beside the same newer one', CHAT, { max_tokens: 9000, max_completion_tokens: 50 }, 'max_tokens'],
    ['thinking in place of the effort', CHAT, { thinking: { type: 'enabled', budget_tokens: 9000 } }, 'thinking'],
    ['the effort in the words of a provider', CHAT, { output_config: { effort: 'high' } }, 'output_config'],
    ['thinking in place of the effort of messages', MESSAGES, { thinking: { type: 'adaptive' } }, 'thinking'],
    ['the earlier format', MESSAGES, { output_format: { type: 'text' } }, 'output_format'],
  ])('are not replaced by %s', (_what, endpoint, members, param) => {
    expect(() => apply(endpoint, members)).toThrow(expect.objectContaining({ code: 'invalid_value', param }));
  });

  it('may be sent as they are, by each of their names', () => {
    expect(apply(CHAT, { max_completion_tokens: 50, max_tokens: 50 })).toMatchObject({
      max_completion_tokens: 50,
      max_tokens: 50,
    });
  });
});
