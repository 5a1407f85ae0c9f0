import { describe, expect, it } from '@jest/globals';
import { validateChatRequest } from './requests/validate-chat-request.js';
import { validateCompletionsRequest } from './requests/validate-completions-request.js';
import { validateDecisionRequest } from './requests/validate-decision-request.js';
import { validateMessagesRequest } from './requests/validate-messages-request.js';
import { validateModerationsRequest } from './requests/validate-moderations-request.js';
import { validateResponsesRequest } from './requests/validate-responses-request.js';

const messages = [{ role: 'user', content: 'hi' }];

const QUESTION = { yes: { type: 'noul', instructions: 'Is it?' } };

describe.each<readonly [string, (members: object) => unknown]>([
  ['decisions', (members) => validateDecisionRequest({ model: 'm', state: 's', questions: QUESTION, ...members })],
  ['moderations', (members) => validateModerationsRequest({ model: 'm', input: 'hi', ...members })],
])('members of %s that name other models', (_endpoint, validate) => {
  it.each([
    ['models', ['expensive']],
    ['lora_path', 'expensive'],
  ])('are rejected: %s', (param, value) => {
    expect(() => validate({})).not.toThrow();
    expect(() => validate({ [param]: value })).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param }),
    );
  });
});

const ENDPOINTS: readonly [string, (members: object) => unknown][] = [
  ['chat', (members) => validateChatRequest({ model: 'm', messages, ...members })],
  ['messages', (members) => validateMessagesRequest({ model: 'm', max_tokens: 1, messages, ...members })],
  ['responses', (members) => validateResponsesRequest({ model: 'm', input: 'hi', ...members })],
  ['completions', (members) => validateCompletionsRequest({ model: 'm', prompt: 'hi', ...members })],
];

// OpenRouter falls back to them by itself, and bills them.
describe.each(ENDPOINTS)(
  'members of %s that ask for more than the model that was authorized',
  (_endpoint, validate) => {
    it.each([
      ['models', ['expensive']],
      ['fallbacks', [{ model: 'expensive' }]],
      ['context_window_fallbacks', [{ cheap: ['expensive'] }]],
      ['preset', 'expensive'],
      ['lora_path', 'expensive'],
      ['plugins', [{ id: 'web' }]],
      ['search_parameters', { mode: 'on' }],
      ['data_sources', [{ type: 'azure_search' }]],
      ['deferred', true],
    ])('are rejected: %s', (param, value) => {
      expect(() => validate({ [param]: value })).toThrow(
        expect.objectContaining({ code: 'unsupported_parameter', param }),
      );
      expect(() => validate({ [param]: null })).not.toThrow();
    });

    it.each([
      { models: [] },
      { fallbacks: [] },
      { providerOptions: {} },
      { plugins: [] },
      { data_sources: [] },
      { search_parameters: {} },
      { search_parameters: { mode: 'off' } },
    ])('are accepted where they ask for nothing, and not sent on: %j', (members) => {
      expect(JSON.stringify(validate(members))).toBe(JSON.stringify(validate({})));
    });
  },
);
