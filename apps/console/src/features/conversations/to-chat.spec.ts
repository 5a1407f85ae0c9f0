import { describe, expect, it } from '@jest/globals';
import type { Message } from './queries.js';
import { openCalls, toChat } from './to-chat.js';

const MESSAGE: Message = {
  id: '1',
  object: 'chat.message',
  parent_id: null,
  role: 'user',
  content: 'See',
  model: null,
  finish_reason: null,
  request_id: null,
  images: [],
  tool_calls: [],
  tool_call_id: null,
  created_at: '2026-01-01T00:00:00Z',
};

const CALL = { id: 'call_1', name: 'find', arguments: '{}' };

const load = (id: string) => Promise.resolve(`data:of ${id}`);

describe('a branch that a model is asked with', () => {
  it('has texts as they are', async () => {
    expect(await toChat([MESSAGE, { ...MESSAGE, role: 'assistant', content: 'I do' }], load)).toEqual([
      { role: 'user', content: 'See' },
      { role: 'assistant', content: 'I do' },
    ]);
  });

  it('has images behind their text, or alone', async () => {
    const images = [{ id: 'a', media_type: 'image/png', bytes: 8 }] as const;
    const part = { type: 'image_url', image_url: { url: 'data:of a' } };
    const branch = [
      { ...MESSAGE, images: [...images] },
      { ...MESSAGE, content: '', images: [...images] },
    ];
    expect(await toChat(branch, load)).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'See' }, part] },
      { role: 'user', content: [part] },
    ]);
  });

  it('has calls and their results, and knows which of them are open', async () => {
    const called: Message = { ...MESSAGE, role: 'assistant', content: '', tool_calls: [CALL] };
    const answered: Message = { ...MESSAGE, role: 'tool', content: 'found', tool_call_id: 'call_1' };
    expect(await toChat([called, answered], load)).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'find', arguments: '{}' } }],
      },
      { role: 'tool', content: 'found', tool_call_id: 'call_1' },
    ]);
    expect([openCalls([called]), openCalls([called, answered]), openCalls([])]).toEqual([[CALL], [], []]);
  });
});
