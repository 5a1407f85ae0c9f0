import { describe, expect, it } from '@jest/globals';
import type { Lane } from './lanes.js';
import { toSaved } from './to-saved.js';

const IMAGE = 'data:image/png;base64,iVBORw0KGgo=';
const CALL = { id: 'call_1', type: 'function', function: { name: 'find', arguments: '{}' } } as const;

const LANE: Lane = {
  id: 0,
  model: 'lane-one',
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'See' },
        { type: 'image_url', image_url: { url: IMAGE } },
      ],
    },
    { role: 'assistant', content: null, tool_calls: [CALL] },
    { role: 'tool', content: 'found', tool_call_id: 'call_1' },
    { role: 'assistant', content: 'It is there.' },
  ],
  run: { state: 'done', text: 'It is there.', reasoning: '', calls: [], finishReason: 'stop', requestId: 'r1' },
};

describe('a lane that is saved', () => {
  it('keeps images, calls, their results, and what is known of the last answer', () => {
    expect(toSaved(LANE, '')).toEqual([
      { role: 'user', content: 'See', images: [IMAGE] },
      {
        role: 'assistant',
        content: '',
        model: 'lane-one',
        tool_calls: [{ id: 'call_1', name: 'find', arguments: '{}' }],
      },
      { role: 'tool', content: 'found', tool_call_id: 'call_1' },
      { role: 'assistant', content: 'It is there.', model: 'lane-one', finish_reason: 'stop', request_id: 'r1' },
    ]);
  });

  it('begins with what the model was told to be', () => {
    expect(toSaved({ ...LANE, messages: [] }, 'Be brief.')).toEqual([{ role: 'system', content: 'Be brief.' }]);
  });
});
