import { describe, expect, it } from '@jest/globals';
import type { ChatMessage } from '@multilane/contracts';
import { checkConversation } from './requests/validate-chat-request.js';

const calling = (...ids: string[]): ChatMessage => ({
  role: 'assistant',
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })),
});
const answering = (tool_call_id: string): ChatMessage => ({ role: 'tool', tool_call_id, content: 'done' });
const saying = (role: 'user' | 'assistant'): ChatMessage => ({ role, content: 'hi' });

describe('a tool message answers a call of the assistant turn before it', () => {
  it.each([
    ['several answers after one turn', [calling('a', 'b'), answering('b'), answering('a')]],
    ['answers after each of two turns', [calling('a'), answering('a'), calling('b'), answering('b'), saying('user')]],
    ['calls without an answer', [calling('a', 'b'), answering('a'), saying('user')]],
  ])('accepts %s', (_, messages) => {
    expect(() => checkConversation(messages)).not.toThrow();
  });

  it.each([
    ['an answer that opens the conversation', [answering('a')], 'messages[0].role'],
    ['an answer to a user', [saying('user'), answering('a')], 'messages[1].role'],
    ['an answer to a turn without calls', [saying('assistant'), answering('a')], 'messages[1].role'],
    ['an answer after the user has gone on', [calling('a'), saying('user'), answering('a')], 'messages[2].role'],
    ['an answer to no call of the turn', [calling('a'), answering('a'), answering('b')], 'messages[2].tool_call_id'],
    [
      'an answer to a call of an earlier turn',
      [calling('a'), answering('a'), calling('b'), answering('a')],
      'messages[3].tool_call_id',
    ],
  ])('rejects %s', (_, messages, param) => {
    expect(() => checkConversation(messages)).toThrow(expect.objectContaining({ code: 'invalid_value', param }));
  });

  it('takes one pass, however many calls one turn makes', () => {
    const ids = Array.from({ length: 100_000 }, (_, index) => `call_${index}`);
    const started = performance.now();
    checkConversation([calling(...ids), ...ids.toReversed().map(answering)]);
    // A search per answer would take tens of seconds.
    expect(performance.now() - started).toBeLessThan(3000);
  });
});
