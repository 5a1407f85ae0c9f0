import { describe, expect, it } from '@jest/globals';
import type { NewChatMessageDto } from './dto/write-chat.dto.js';
import { checkTools, toNewMessages } from './to-new-messages.js';

const GIF = `data:image/gif;base64,${Buffer.from('GIF89a').toString('base64')}`;
const CALL = { id: 'call_1', name: 'find_order', arguments: '{"id":1}' };

const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('the messages of a request', () => {
  it('keep images, calls of tools and their results', () => {
    const [asked, called, answered] = toNewMessages([
      { role: 'user', content: 'See', images: [GIF] },
      { role: 'assistant', content: '', tool_calls: [CALL] },
      { role: 'tool', content: 'shipped', tool_call_id: 'call_1' },
    ]);
    expect(asked?.images).toEqual([{ type: 'image/gif', data: Buffer.from('GIF89a') }]);
    expect(called?.toolCalls).toEqual([CALL]);
    expect(answered).toMatchObject({ toolCallId: 'call_1', images: [], toolCalls: [], model: null });
  });

  it.each<[string, NewChatMessageDto[]]>([
    ['messages', []],
    ['messages[0].images', [{ role: 'assistant', content: '', images: [GIF] }]],
    [
      'messages[1].tool_calls',
      [
        { role: 'user', content: '' },
        { role: 'user', content: '', tool_calls: [CALL] },
      ],
    ],
    ['messages[0].tool_call_id', [{ role: 'user', content: '', tool_call_id: 'call_1' }]],
    ['messages[0].tool_call_id', [{ role: 'tool', content: '' }]],
    ['messages[0].images[1]', [{ role: 'user', content: '', images: [GIF, GIF.replace('gif', 'png')] }]],
  ])('are rejected by the member %s', (param, messages) => {
    expect(thrownBy(() => toNewMessages(messages))).toMatchObject({ code: 'invalid_value', param });
  });
});

describe('the tools of a conversation', () => {
  it('are bounded together', () => {
    const tool = { name: 'large', parameters: { description: 'x'.repeat(40_000) } };
    expect(thrownBy(() => checkTools([tool]))).toBeUndefined();
    expect(thrownBy(() => checkTools([tool, tool]))).toMatchObject({ code: 'invalid_value', param: 'tools' });
  });
});
