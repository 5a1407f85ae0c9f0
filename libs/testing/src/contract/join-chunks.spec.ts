import { describe, expect, it } from '@jest/globals';
import type { ChatChunk } from '@multilane/contracts';
import { joinChunks } from './join-chunks.js';

const HEAD = { id: 'i', created: 1, model: 'm' };
const chunk = (choices: object[], members: object = {}) =>
  ({ ...HEAD, object: 'chat.completion.chunk', choices, ...members }) as unknown as ChatChunk;
const part = (delta: object, members: object = {}) => ({ index: 0, delta, finish_reason: null, ...members });
const join = (...deltas: object[]) => joinChunks(deltas.map((delta) => chunk([part(delta)]))).choices[0]?.message;

describe('joinChunks', () => {
  it('joins texts, and takes empty text for none', () => {
    const message = { role: 'assistant', content: 'Hi', refusal: null, reasoning_content: 'Hm' };
    const role = { role: 'assistant', content: '' };
    expect(join(role, { content: 'H', reasoning_content: 'H' }, { content: 'i', reasoning_content: 'm' })).toEqual(
      message,
    );
    expect(join(role, { content: null })).toEqual({ role: 'assistant', content: null, refusal: null });
  });

  it('joins calls by their index, however their fragments mix', () => {
    const begin = (index: number) => ({ index, id: `c${index}`, type: 'function', function: { name: 'f' } });
    const rest = (index: number, text: string) => ({ index, function: { arguments: text } });
    const fragments = [begin(0), begin(1), rest(0, '{'), rest(1, '[]'), rest(0, '}')];
    const call = (id: string, text: string) => ({ id, type: 'function', function: { name: 'f', arguments: text } });
    const { tool_calls } = join(...fragments.map((fragment) => ({ tool_calls: [fragment] }))) ?? {};
    expect(tool_calls).toEqual([call('c0', '{}'), call('c1', '[]')]);
  });

  it('joins lists, and the lists of log probabilities', () => {
    const parts = ['a', 'b'].map((token) => part({ citations: [token] }, { logprobs: { content: [token] } }));
    const [choice] = joinChunks(parts.map((each) => chunk([each]))).choices;
    expect(choice).toMatchObject({ message: { citations: ['a', 'b'] }, logprobs: { content: ['a', 'b'] } });
  });

  it('keeps choices apart, and takes the finish reason and the last usage', () => {
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const second = { index: 1, delta: { content: 'B' }, finish_reason: 'length' };
    const first = part({ content: 'A' }, { finish_reason: 'stop' });
    const answer = joinChunks([chunk([second]), chunk([first], { usage: null }), chunk([], { usage })]);
    expect(answer).toMatchObject({ ...HEAD, object: 'chat.completion', usage });
    expect(answer.choices.map(({ message, finish_reason }) => [message.content, finish_reason])).toEqual([
      ['A', 'stop'],
      ['B', 'length'],
    ]);
  });
});
