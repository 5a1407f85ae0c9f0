import { describe, expect, it } from '@jest/globals';
import { readConversation } from './read-conversation.js';

const text = (role: string, said: string) => ({ role, parts: [{ kind: 'text', text: said }] });

describe('the conversation of a stored payload', () => {
  it('is read from chat completions, with tool calls', () => {
    const request = {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
      ],
    };
    const call = { id: '1', type: 'function', function: { name: 'look', arguments: '{"a":1}' } };
    const answer = { choices: [{ message: { role: 'assistant', content: null, tool_calls: [call] } }] };
    expect(readConversation(request, answer)).toEqual([
      text('system', 'Be brief.'),
      text('user', 'Hi'),
      { role: 'assistant', parts: [{ kind: 'call', name: 'look', arguments: '{"a":1}' }] },
    ]);
  });

  it('is read from messages, whose tools are parts', () => {
    const request = {
      system: 'Be brief.',
      messages: [{ role: 'user', content: [{ type: 'tool_result', content: [{ type: 'text', text: '4' }] }] }],
    };
    const answer = { content: [{ type: 'tool_use', name: 'add', input: { a: 2 } }] };
    expect(readConversation(request, answer)).toEqual([
      text('system', 'Be brief.'),
      text('user', '4'),
      { role: 'assistant', parts: [{ kind: 'call', name: 'add', arguments: '{"a":2}' }] },
    ]);
  });

  it('is read from responses, whose input is a text or items', () => {
    const output = [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] }];
    expect(readConversation({ input: 'Hi', instructions: 'Brief' }, { output })).toEqual([
      text('system', 'Brief'),
      text('user', 'Hi'),
      text('assistant', 'Hello'),
    ]);
    const items = [
      { role: 'user', content: 'Hi' },
      { type: 'function_call_output', output: '4' },
    ];
    expect(readConversation({ input: items }, null)).toEqual([text('user', 'Hi'), text('tool', '4')]);
  });

  it('is read from the texts of a stream', () => {
    expect(readConversation({ prompt: 'Hi' }, { texts: ['Hello'] })).toEqual([
      text('user', 'Hi'),
      text('assistant', 'Hello'),
    ]);
  });

  it('names images and files instead of showing their bytes', () => {
    const part = { type: 'image_url', image_url: { url: 'data:…' } };
    expect(readConversation({ messages: [{ role: 'user', content: [part] }] }, null)).toEqual([
      { role: 'user', parts: [{ kind: 'other', label: 'image_url', size: JSON.stringify(part).length }] },
    ]);
  });

  it.each([
    ['embeddings', { input: ['a', 'b'] }],
    ['rerank', { query: 'a', documents: [] }],
  ])('is empty for %s', (_, request) => {
    expect(readConversation(request, { data: [] })).toEqual([]);
  });
});
