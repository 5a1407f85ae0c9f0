import { describe, expect, it } from '@jest/globals';
import type { ChatChunk, ChatCompletion } from '@multilane/contracts';
import { findAnswerFaults } from './find-answer-faults.js';
import { findChunkFaults, findOrderFaults } from './find-chunk-faults.js';

const call = (members: object = {}, called: object = {}) => ({
  id: 'c',
  type: 'function',
  function: { name: 'f', arguments: '{}', ...called },
  ...members,
});
const answer = (message: object = {}, finish_reason: unknown = 'stop', members: object = {}) =>
  ({
    id: 'i',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hi', ...message }, finish_reason }],
    ...members,
  }) as unknown as ChatCompletion;

describe('findAnswerFaults', () => {
  it.each([
    ['text', answer()],
    ['a call', answer({ content: null, tool_calls: [call()] }, 'tool_calls')],
    ['a call that was cut short', answer({ tool_calls: [call({}, { arguments: '{"a' })] }, 'length')],
    ['usage', answer({}, 'stop', { usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } })],
  ])('has nothing against %s', (_name, good) => {
    expect(findAnswerFaults(good)).toEqual([]);
  });

  it.each([
    ['another object', answer({}, 'stop', { object: 'x' }), 'object'],
    ['no id', answer({}, 'stop', { id: '' }), 'id'],
    ['no model', answer({}, 'stop', { model: '' }), 'model'],
    ['no time', answer({}, 'stop', { created: undefined }), 'created'],
    ['no choice', answer({}, 'stop', { choices: [] }), 'choices'],
    ['parts', answer({ content: [] }), 'choices[0]: content'],
    ['another role', answer({ role: 'user' }), 'choices[0]: role'],
    ['a native reason', answer({}, 'end_turn'), 'choices[0]: finish_reason'],
    ['a call that stops', answer({ tool_calls: [call()] }, 'stop'), 'choices[0]: calls'],
    ['calls without one', answer({}, 'tool_calls'), 'choices[0]: calls'],
    ['one id twice', answer({ tool_calls: [call(), call()] }, 'tool_calls'), 'choices[0]: ids of calls'],
    ['a call without id', answer({ tool_calls: [call({ id: '' })] }, 'tool_calls'), 'choices[0]: call'],
    [
      'arguments in pieces',
      answer({ tool_calls: [call({}, { arguments: '{"a' })] }, 'tool_calls'),
      'choices[0]: arguments',
    ],
    ['a list', answer({ tool_calls: [call({}, { arguments: '[]' })] }, 'tool_calls'), 'choices[0]: arguments'],
    ['usage without counts', answer({}, 'stop', { usage: {} }), 'usage'],
    [
      'a wrong total',
      answer({}, 'stop', { usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 2 } }),
      'total_tokens',
    ],
  ])('finds %s', (_name, bad, fault) => {
    expect(findAnswerFaults(bad)).toEqual([fault]);
  });
});

const chunk = (choices: object[], members: object = {}) =>
  ({ id: 'i', object: 'chat.completion.chunk', created: 1, model: 'm', choices, ...members }) as unknown as ChatChunk;
const part = (delta: object, finish_reason: string | null = null) => ({ index: 0, delta, finish_reason });
const role = chunk([part({ role: 'assistant', content: '' })]);
const finish = chunk([part({}, 'stop')]);
const usage = chunk([], { usage: null });
const fragment = (members: object) => chunk([part({ tool_calls: [members] })]);

describe('findChunkFaults', () => {
  it('has nothing against calls whose fragments mix', () => {
    const rest = (index: number) => fragment({ index, function: { arguments: '{}' } });
    const chunks = [
      role,
      fragment({ index: 0, ...call() }),
      fragment({ index: 1, ...call() }),
      rest(0),
      rest(1),
      finish,
    ];
    expect(findChunkFaults(chunks)).toEqual([]);
  });

  it.each([
    ['two ends', [role, finish, finish], 'choices[0]: 2 finish reasons'],
    ['no end', [role], 'choices[0]: 0 finish reasons'],
    ['a call without name', [fragment({ index: 0 }), finish], 'choices[0]: call 0 is named late'],
    ['an index that is missing', [fragment({ index: 1, ...call() }), finish], 'choices[0]: call 1 is out of order'],
    [
      'a name said twice',
      [fragment({ index: 0, ...call() }), fragment({ index: 0, ...call() }), finish],
      'choices[0]: call 0 is named twice',
    ],
  ])('finds %s', (_name, chunks, fault) => {
    expect(findChunkFaults(chunks)).toEqual([fault]);
  });
});

describe('findOrderFaults', () => {
  it('has nothing against role, text, finish reason, usage', () => {
    expect(findOrderFaults([role, chunk([part({ content: 'a' })]), finish, usage])).toEqual([]);
  });

  it.each([
    ['a missing role', [finish, usage], 'choices[0]: role'],
    ['a missing usage', [role, chunk([part({ content: 'a' })]), finish], 'the last chunk is not the usage'],
    [
      'text after the end',
      [role, finish, chunk([part({ content: 'a' })]), usage],
      'finish reasons are not next to last',
    ],
    ['usage in the middle', [role, usage, finish, usage], 'early usage'],
    ['a whole answer', [role, { ...finish, object: 'chat.completion' as never }, usage], 'object'],
    ['another id', [role, { ...finish, id: 'j' }, usage], 'more than one id, time or model'],
  ])('finds %s', (_name, chunks, fault) => {
    expect(findOrderFaults(chunks)).toContain(fault);
  });
});
