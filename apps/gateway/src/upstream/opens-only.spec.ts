import { describe, expect, it } from '@jest/globals';
import { opensOnly } from './opens-only.js';

const chat = (delta: object, more: object = {}): object => ({
  choices: [{ index: 0, delta, finish_reason: null, ...more }],
});

describe('a chunk only opens an answer', () => {
  it.each<[string, object]>([
    ['the role of a chat', chat({ role: 'assistant' })],
    ['empty words', chat({ role: 'assistant', content: '', refusal: null, tool_calls: [] })],
    ['results of a filter of prompts', { choices: [], prompt_filter_results: [{}] }],
    ['a usage that is null', { ...chat({ role: 'assistant' }), usage: null }],
    ['an empty text of a completion', { choices: [{ index: 0, text: '' }] }],
    ['the start of a message', { type: 'message_start', message: {} }],
    ['a ping', { type: 'ping' }],
    ['a block of text', { type: 'content_block_start', content_block: { type: 'text', text: '' } }],
    ['a response that is made', { type: 'response.created', response: {} }],
    ['an item of a response', { type: 'response.output_item.added', item: { type: 'message', content: [] } }],
  ])('with %s', (_what, chunk) => {
    expect(opensOnly(chunk)).toBe(true);
  });

  it.each<[string, object]>([
    ['a word', chat({ content: 'H' })],
    ['a thought', chat({ reasoning_content: 'H' })],
    ['a call', chat({ tool_calls: [{ index: 0 }] })],
    ['an end', chat({}, { finish_reason: 'stop' })],
    ['a usage', { choices: [], usage: { prompt_tokens: 1 } }],
    ['a text of a completion', { choices: [{ text: 'H' }] }],
    ['a word of a message', { type: 'content_block_delta', delta: { type: 'text_delta', text: 'H' } }],
    ['a call of a message', { type: 'content_block_start', content_block: { type: 'tool_use', name: 'look' } }],
    ['a word of a response', { type: 'response.output_text.delta', delta: 'H' }],
    ['a call of a response', { type: 'response.output_item.added', item: { type: 'function_call' } }],
    ['an ending of a response', { type: 'response.completed' }],
    ['anything else', { anything: true }],
  ])('not with %s', (_what, chunk) => {
    expect(opensOnly(chunk)).toBe(false);
  });
});
