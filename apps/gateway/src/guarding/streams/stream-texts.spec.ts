import { describe, expect, test } from '@jest/globals';
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
      { role: 'assistant', text: 'a' },
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

  const listed = (...choices: unknown[]) => {
    const texts = new ChoiceTexts();
    for (const choice of choices) texts.take({ choices: [choice] });
    return texts.list();
  };

  test.each([
    ['a message', { delta: {}, message: { role: 'assistant', content: 'forbidden' } }],
    ['a text', { delta: {}, text: 'forbidden' }],
    ['a content of the choice', { delta: {}, content: 'forbidden' }],
  ])('chat: %s beside a delta without words, as what the assistant says', (_what, choice) => {
    expect(listed({ index: 0, ...choice })).toEqual([{ role: 'assistant', text: 'forbidden' }]);
  });

  test('chat: words beside those of a delta, as a text of their own', () => {
    const other = { index: 0, delta: { content: 'Fine.' }, message: { content: 'forbidden' } };
    expect(listed(other).map(({ text }) => text)).toEqual(['Fine.', 'forbidden']);
  });

  test('chat: copies that say nothing new are left out, whether they come in pieces or hold all that was said', () => {
    const all = '{"a":"aa"}';
    const pieces = Array.from(all, (piece, at) => ({
      index: 0,
      delta: { content: piece },
      text: piece,
      message: { role: 'assistant', content: all.slice(0, at + 1) },
    }));
    const last = { index: 0, delta: { content: '' }, message: { role: 'assistant', content: all } };
    expect(listed(...pieces, last)).toEqual([{ role: 'assistant', text: all }]);
  });

  test('chat: thoughts in their signed form, once', () => {
    const think = (text: string) => [{ type: 'reasoning.text', index: 0, text, data: 'secret' }];
    const said = ['Top ', 'secret'].map((text) => ({ index: 0, delta: { reasoning_details: think(text) } }));
    expect(listed(...said)).toEqual([{ role: 'reasoning', text: 'Top secret' }]);
    const twice = { index: 0, delta: { reasoning: 'Hm', reasoning_details: think('Hm') } };
    expect(listed(twice)).toEqual([{ role: 'reasoning', text: 'Hm' }]);
  });

  test('chat: the arguments of a call in the old way', () => {
    const call = (values: object) => ({ index: 0, delta: { function_call: values } });
    expect(listed(call({ name: 'f', arguments: '{"a":' }), call({ arguments: '1}' }))).toEqual([
      { role: 'tool_call', text: '{"a":1}', format: 'json' },
      { role: 'parameter', text: 'f' },
    ]);
  });

  test.each<[string, unknown]>([
    ['other members of a call', { delta: { tool_calls: [{ index: 0, type: 'function', note: 'secret' }] } }],
    ['other members of what is called', { delta: { tool_calls: [{ index: 0, function: { note: ['secret'] } }] } }],
    ['arguments that are no text', { delta: { tool_calls: [{ function: { arguments: { a: 'secret' } } }] } }],
    ['calls that are no list', { delta: { tool_calls: 'secret' } }],
    ['other members of a signed thought', { delta: { reasoning_details: [{ text: 'a', note: 'secret' }] } }],
    ['signed thoughts that are no list', { delta: { reasoning_details: { text: 'secret' } } }],
    ['a thought that is an object', { delta: { reasoning: { text: 'secret' } } }],
    ['a refusal that is a list', { delta: { refusal: ['secret'] } }],
    ['a content that is an object', { delta: { content: { text: 'secret' } } }],
    ['a transcript that is no text', { delta: { audio: { transcript: ['secret'] } } }],
    ['a text that is an object', { text: { value: 'secret' } }],
    ['a thought beside a delta', { delta: {}, reasoning_content: 'secret' }],
    ['what a message says in other members', { delta: {}, message: { note: 'secret' } }],
    ['a delta that is no object', { delta: 'secret' }],
    ['a choice that is no object', 'secret'],
  ])('chat: %s', (_what, choice) => {
    expect(listed(choice).some(({ text }) => text.includes('secret'))).toBe(true);
  });

  test('chat: choices that are no list', () => {
    const texts = new ChoiceTexts();
    texts.take({ choices: { a: 'secret' } });
    expect(texts.list()).toEqual([{ role: 'parameter', text: 'a\n;\nsecret' }]);
  });
});
