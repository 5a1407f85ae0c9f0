import { describe, expect, test } from '@jest/globals';
import type { ChatMessage, ChatRequest } from '@multilane/contracts';
import type { DecodeFacts, ProviderTarget } from '../adapter.js';
import { decodeResponse } from './decode-response.js';
import { encodeRequest } from './encode/encode-request.js';

const CLAUDE = 'us.anthropic.claude-v1:0';
const PROFILE = 'arn:aws:bedrock:us-east-1:1:application-inference-profile/a1';
const GPT = 'us.openai.gpt-5.6-sol';

const signed = { reasoningContent: { reasoningText: { text: 'Hm', signature: 'c2ln' } } };
const redacted = { reasoningContent: { redactedContent: 'cnNu' } };
const text = { text: 'Look:' };
const call = (toolUseId: string) => ({ toolUse: { toolUseId, name: 'f', input: { a: 1 } } });

function decode(content: object[], model: string) {
  const facts: DecodeFacts = { kind: 'bedrock', idSeed: 's', created: 7, model, includeUsage: false };
  const body = { output: { message: { role: 'assistant', content } }, stopReason: 'tool_use' };
  return decodeResponse([body], facts).response.choices[0]?.message;
}

function encode(message: unknown, model: string): unknown[] {
  const target: ProviderTarget = { kind: 'bedrock', upstreamModel: model, baseUrl: '', headers: {} };
  const tools = [{ type: 'function', function: { name: 'f' } }];
  const calls = (message as ChatMessage | undefined)?.tool_calls ?? [];
  const results = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'r' }));
  const request = { model: 'm', messages: [{ role: 'user', content: 'Hi' }, message, ...results], tools };
  return JSON.parse(encodeRequest(request as ChatRequest, target)).messages[1]?.content ?? [];
}

describe('reasoning', () => {
  test.each([
    [[signed, text, call('1')]],
    [[signed, redacted, call('1'), call('2')]],
    [[text, signed, call('1')]],
    [[signed, text, redacted, call('1'), signed, call('2')]],
    [[redacted]],
  ])('stands where it stood when the client sends it back, turn after turn: %j', (content) => {
    for (const model of [CLAUDE, PROFILE, GPT]) {
      const once = encode(decode(content, model), model);
      expect(once).toEqual(content);
      expect(encode(decode(once as object[], model), model)).toEqual(content);
    }
  });

  test("has the shape of the messages-native provider's, whose signatures hold here too", () => {
    const details = [
      { type: 'reasoning.text', text: 'Hm', signature: 'c2ln', format: 'anthropic-claude-v1', index: 0 },
    ];
    expect(decode([signed, text], CLAUDE)).toMatchObject({ reasoning_content: 'Hm', reasoning_details: details });
    expect(encode({ role: 'assistant', content: 'Look:', reasoning_details: details }, CLAUDE)).toEqual([signed, text]);
  });

  test.each([
    ["Claude's to another vendor's model", decode([signed, text], CLAUDE), GPT],
    ["another vendor's to Claude", decode([signed, redacted, text], GPT), CLAUDE],
    [
      'what the messages-native provider encrypted, which has another form there',
      {
        role: 'assistant',
        content: 'Look:',
        reasoning_details: [{ type: 'reasoning.encrypted', data: 'x', format: 'anthropic-claude-v1', index: 0 }],
      },
      CLAUDE,
    ],
    [
      'reasoning without a signature',
      { role: 'assistant', content: 'Look:', reasoning_content: 'Hm', reasoning_details: [{ type: 'reasoning.text' }] },
      CLAUDE,
    ],
    ['no list', { role: 'assistant', content: 'Look:', reasoning_details: 'x' }, CLAUDE],
  ])('leaves out %s', (_name, message, model) => {
    expect(encode(message, model)).toEqual([text]);
  });

  test('without a signature is shown, and has no detail', () => {
    const bare = { reasoningContent: { reasoningText: { text: 'Hm' } } };
    const message = decode([bare, text], GPT);
    expect(message).toMatchObject({ reasoning_content: 'Hm', content: 'Look:' });
    expect(message).not.toHaveProperty('reasoning_details');
  });
});
