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

  test('chat: calls of functions, and of custom tools, whose input is plain', () => {
    const texts = new ChoiceTexts();
    const take = (...calls: object[]) => texts.take({ choices: [{ index: 0, delta: { tool_calls: calls } }] });
    take({ index: 0, id: 'c', type: 'custom', custom: { name: 'shell', input: 'Top ' } });
    take({ index: 0, custom: { input: 'secret' } }, { index: 1, function: { name: 'f', arguments: '{}' } });
    expect(texts.list()).toEqual([
      { role: 'tool_call', text: 'Top secret' },
      { role: 'parameter', text: 'shell' },
      { role: 'tool_call', text: '{}', format: 'json' },
      { role: 'parameter', text: 'f' },
    ]);
  });

  test('chat: what is spoken, as it is written down', () => {
    const texts = new ChoiceTexts();
    for (const transcript of ['Top ', 'secret']) {
      texts.take({ choices: [{ index: 0, delta: { audio: { transcript } } }] });
    }
    expect(texts.list()).toEqual([{ role: 'assistant', text: 'Top secret' }]);
  });

  test('chat: members that nobody knows, each once, and never as what the assistant says', () => {
    const texts = new ChoiceTexts();
    const results = [{ title: 'Top', date: null }];
    for (const note of ['sec', 'ret'])
      texts.take({
        id: 'c',
        choices: [{ index: 0, delta: { role: 'assistant', note, tool_calls: null }, text: 'a', logprobs: null }],
        prompt_filter_results: [{ hate: 'safe' }],
        search_results: results,
      });
    texts.take({ choices: [{ index: 0, delta: { citations: [{ sources: [{ output: 'secret' }] }] } }] });
    expect(texts.list()).toEqual([
      { role: 'parameter', text: 'secret' },
      {
        role: 'parameter',
        text: ['title', 'Top', 'date', 'sources', 'output', 'secret'].join('\n;\n'),
      },
    ]);
  });

  test('chat: the texts of a content in parts, as one with the others', () => {
    const texts = new ChoiceTexts();
    const parts = [
      { type: 'text', text: 'sec' },
      { type: 'reference', reference_ids: [1], title: 'Source' },
      { type: 'text', text: 'ret' },
    ];
    for (const content of ['Top ', parts]) texts.take({ choices: [{ index: 0, delta: { content } }] });
    expect(texts.list()).toEqual([
      { role: 'assistant', text: 'Top secret' },
      { role: 'parameter', text: 'Source' },
    ]);
  });
});
