import { describe, expect, it } from '@jest/globals';
import { caseOfExchange, caseOfQuery } from './read-payload.js';

const HELLO = [{ role: 'user', content: 'Hello' }];
const CALL = { name: 'find', arguments: { id: 7 } };

describe('caseOfExchange', () => {
  it.each<[string, object, unknown, object]>([
    [
      'chat completions',
      { model: 'm', messages: HELLO },
      { choices: [{ message: { content: 'Hi' } }] },
      { input: 'Hello', expected: 'Hi' },
    ],
    [
      'chat completions with a system message and parts',
      {
        messages: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
        ],
      },
      null,
      {
        input: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
        ],
      },
    ],
    [
      'a call of a tool',
      { messages: HELLO },
      {
        choices: [{ message: { content: null, tool_calls: [{ function: { name: 'find', arguments: '{"id":7}' } }] } }],
      },
      { input: 'Hello', toolCalls: [CALL] },
    ],
    [
      'a stream, without what is no answer',
      { messages: HELLO },
      {
        texts: [
          { role: 'reasoning', text: 'Hm.' },
          { role: 'assistant', text: 'H' },
          { role: 'assistant', text: 'i' },
        ],
      },
      { input: 'Hello', expected: 'Hi' },
    ],
    [
      'messages',
      { system: 'Be kind.', messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }] },
      {
        content: [
          { type: 'text', text: 'Hi' },
          { type: 'tool_use', name: 'find', input: { id: 7 } },
        ],
      },
      {
        input: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: 'Hello' },
        ],
        expected: 'Hi',
        toolCalls: [CALL],
      },
    ],
    [
      'responses',
      { instructions: 'Be kind.', input: [{ role: 'user', content: [{ type: 'input_text', text: 'Hello' }] }] },
      {
        output: [
          { type: 'message', content: [{ type: 'output_text', text: 'Hi' }] },
          { type: 'function_call', name: 'find', arguments: '{"id":7}' },
        ],
      },
      {
        input: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: 'Hello' },
        ],
        expected: 'Hi',
        toolCalls: [CALL],
      },
    ],
    ['completions', { prompt: 'Hello' }, { choices: [{ text: 'Hi' }] }, { input: 'Hello', expected: 'Hi' }],
  ])('reads %s', (_name, request, answer, expected) => {
    expect(caseOfExchange('k', { request, answer }, true)).toEqual({ key: 'k', ...expected });
  });

  it('leaves the answer out unless it is asked for', () => {
    const exchange = { request: { messages: HELLO }, answer: { choices: [{ message: { content: 'Hi' } }] } };
    expect(caseOfExchange('k', exchange, false)).toEqual({ key: 'k', input: 'Hello' });
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['embeddings', { input: [[1, 2]] }],
    [
      'a picture in a format that is not that of chat completions',
      { messages: [{ role: 'user', content: [{ type: 'image' }] }] },
    ],
    ['no messages', { messages: [] }],
    ['an item of a tool', { input: [{ type: 'function_call_output', output: 'x' }] }],
    ['a role that nobody knows', { messages: [{ role: 'king', content: 'Hello' }] }],
    ['an empty text', { prompt: ' ' }],
  ])('rejects %s', (_name, request) => {
    expect(caseOfExchange('k', { request, answer: null }, true)).toBeUndefined();
  });
});

describe('caseOfQuery', () => {
  it('reads the one text that was embedded', () => {
    const request = { model: 'e', input: ['Where is it?'], input_type: 'search_query' };
    expect(caseOfQuery('k', { request, answer: null })).toEqual({ key: 'k', input: 'Where is it?' });
  });

  it.each<[string, unknown]>([
    ['several texts', { input: ['a', 'b'] }],
    ['tokens', { input: [1] }],
    ['nothing', null],
  ])('rejects %s', (_name, request) => {
    expect(caseOfQuery('k', { request, answer: null })).toBeUndefined();
  });
});
