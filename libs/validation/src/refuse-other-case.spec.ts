import { describe, expect, it } from '@jest/globals';
import { validateChatRequest } from './requests/validate-chat-request.js';
import { validateCompletionsRequest } from './requests/validate-completions-request.js';
import { validateDecisionRequest } from './requests/validate-decision-request.js';
import { validateEmbeddingsRequest } from './requests/validate-embeddings-request.js';
import { validateMessagesRequest } from './requests/validate-messages-request.js';
import { validateResponsesRequest } from './requests/validate-responses-request.js';

const user = { role: 'user', content: 'hi' };
const chat = (members: object, message: object = {}): object => ({
  model: 'm',
  messages: [{ ...user, ...message }],
  ...members,
});
const part = { type: 'text', text: 'hi' };
const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };

// Servers that do not regard case take such a member for the one that was checked.
describe('a member whose name differs only in case from one that the gateway knows', () => {
  it.each([
    ['model', chat({ Model: 'other' })],
    ['messages', chat({ MESSAGES: [] })],
    ['messages', chat({ meſſages: [] })],
    ['messages', JSON.parse('{"model":"m","messages":[{"role":"user","content":"hi"}],"\\u004dessages":[]}')],
    ['tools', chat({ Tools: [{ type: 'web_search' }] })],
    ['max_tokens', chat({ max_toKens: 100 })],
    ['stream', chat({ Stream: true })],
    ['messages[0].content', chat({}, { Content: 'other' })],
    ['messages[0].role', chat({}, { ROLE: 'system' })],
    ['messages[0].content[0].text', chat({}, { content: [{ ...part, Text: 'other' }] })],
    [
      'messages[0].tool_calls[0].function.name',
      chat({}, { role: 'assistant', tool_calls: [{ ...call, function: { ...call.function, Name: 'g' } }] }),
    ],
    ['tools[0].function.name', chat({ tools: [{ type: 'function', function: { name: 'f', NAME: 'g' } }] })],
  ])('is rejected in a chat, with param %s', (param, body) => {
    expect(() => validateChatRequest(structuredClone(body))).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param }),
    );
  });

  it.each([
    ['messages', () => validateMessagesRequest({ model: 'm', max_tokens: 1, messages: [user], System: 'x' }), 'system'],
    ['responses', () => validateResponsesRequest({ model: 'm', input: 'hi', Instructions: 'x' }), 'instructions'],
    ['completions', () => validateCompletionsRequest({ model: 'm', prompt: 'hi', Prompt: 'x' }), 'prompt'],
    ['embeddings', () => validateEmbeddingsRequest({ model: 'm', input: 'hi', Input: 'x' }), 'input'],
  ])('is rejected in %s', (_what, validate, param) => {
    expect(validate).toThrow(expect.objectContaining({ code: 'unsupported_parameter', param }));
  });

  it('is rejected in the questions of a decision, whose names and options are the caller’s own', () => {
    const ask = (question: object) => () =>
      validateDecisionRequest({
        model: 'm',
        state: 's',
        questions: {
          Q: { type: 'noul', instructions: 'fine' },
          q: { type: 'noul', instructions: 'fine', ...question },
        },
      });
    expect(ask({ Instructions: 'other' })).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param: 'questions.q.instructions' }),
    );
    expect(ask({ type: 'choice', criteria: { True: null, FALSE: 'x', Type: 'y' } })).not.toThrow();
    expect(ask({ note: 'x' })).not.toThrow();
  });

  it('is the caller’s own where names are: in schemas, metadata and biases', () => {
    const parameters = { type: 'object', properties: { Model: { type: 'string' }, Type: {} }, Properties: {} };
    const body = chat({
      tools: [{ type: 'function', function: { name: 'f', parameters } }],
      metadata: { Model: 'x', MODEL: 'y' },
      response_format: { type: 'json_schema', json_schema: { name: 's', schema: { Type: 'object', Name: 1 } } },
      enableThinking: true,
      Anything_else: 1,
    });
    expect(() => validateChatRequest(body)).not.toThrow();
  });
});
