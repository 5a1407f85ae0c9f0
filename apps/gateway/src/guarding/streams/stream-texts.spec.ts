import { describe, expect, test } from 'vitest';
import { MessagesStreamTexts } from '../../endpoints/messages/messages-stream-texts.js';
import { ChoiceTexts } from './stream-texts.js';

describe('the texts of a streamed answer that guardrails look at', () => {
  test('messages: what a block holds from its start, with what follows', () => {
    const texts = new MessagesStreamTexts();
    for (const event of [
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Top ' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'secret' } },
      { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', input: { a: 1 } } },
      { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', input: {} } },
      { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"b":2}' } },
    ])
      texts.take(undefined, `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    expect(texts.list()).toEqual([
      { role: 'assistant', text: 'Top secret', content: 1 },
      { role: 'tool_call', text: '{"a":1}', format: 'json' },
      { role: 'tool_call', text: '{"b":2}', format: 'json' },
    ]);
  });

  test('chat: what is spoken, as it is written down', () => {
    const texts = new ChoiceTexts();
    for (const transcript of ['Top ', 'secret']) {
      texts.take({ choices: [{ index: 0, delta: { audio: { transcript } } }] });
    }
    expect(texts.list()).toEqual([{ role: 'assistant', text: 'Top secret' }]);
  });
});
