import { describe, expect, it } from '@jest/globals';
import type { ChatRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { type AgentCompletion, readAgentInput, writeAgentChunks, writeAgentCompletion } from './agent-chat.js';

const USER = { role: 'user', content: 'Hello' } as const;
const ask = (more: object): ChatRequest => ({ model: 'agent/a', messages: [USER], ...more }) as ChatRequest;
const ANSWER: AgentCompletion = {
  id: 'chatcmpl-1',
  created: 7,
  model: 'agent/a',
  text: `${'a'.repeat(399)}\u{1f600}end`,
  finishReason: 'stop',
  promptTokens: 3,
  completionTokens: 4,
};

// docs/contract/agents.md#published-agents
describe('agents as chat models', () => {
  it('are asked the text of the only message, or the conversation', () => {
    const parts = [
      { type: 'text', text: 'One' },
      { type: 'text', text: 'two' },
    ];
    expect(readAgentInput(ask({ n: 1, user: 'u', stream: true }), 100)).toBe('Hello');
    expect(readAgentInput(ask({ messages: [{ role: 'user', content: parts }] }), 100)).toBe('One\ntwo');
    const messages = [{ role: 'system', content: 'Be kind.' }, USER, { role: 'assistant', content: 'Hi' }, USER];
    expect(readAgentInput(ask({ messages }), 1_000)).toContain(JSON.stringify(messages));
  });

  it.each<[string, object]>([
    ['temperature', { temperature: 0 }],
    ['tools', { tools: [] }],
    ['n', { n: 2 }],
    ['response_format', { response_format: { type: 'json_object' } }],
    ['a_new_parameter', { a_new_parameter: true }],
    ['messages[0].role', { messages: [{ role: 'tool', tool_call_id: 'c', content: 'x' }] }],
    ['messages[0].tool_calls', { messages: [{ role: 'assistant', content: null, tool_calls: [] }, USER] }],
    ['messages[0].content[0].type', { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: {} }] }] }],
    ['messages[1].role', { messages: [USER, { role: 'assistant', content: 'Hi' }] }],
    ['messages', { messages: [{ role: 'user', content: ' ' }] }],
    ['messages', { messages: [{ role: 'user', content: 'x'.repeat(101) }] }],
  ])('reject %s of %j', (param, more) => {
    const read = (): unknown => readAgentInput(ask(more), 100);
    expect(read).toThrow(GatewayError);
    expect(read).toThrow(expect.objectContaining({ param, status: 400 }));
  });

  it('answer whole, and in pieces that are the same text', () => {
    expect(writeAgentCompletion(ANSWER)).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { role: 'assistant', content: ANSWER.text }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
    });
    const chunks = [...writeAgentChunks(ANSWER, true)].map((text) => JSON.parse(text.slice(6)));
    const pieces = chunks.flatMap(({ choices }) =>
      choices.map(({ delta }: { delta: { content?: string } }) => delta.content ?? ''),
    );
    expect(pieces.join('')).toBe(ANSWER.text);
    expect(pieces.filter((piece: string) => /[\ud800-\udbff]$/.test(piece))).toEqual([]);
    expect(chunks.at(-2)).toMatchObject({ choices: [{ finish_reason: 'stop' }], usage: null });
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 7 } });
    const [first] = [...writeAgentChunks(ANSWER, false)].map((text) => JSON.parse(text.slice(6)));
    expect(first).not.toHaveProperty('usage');
  });
});
