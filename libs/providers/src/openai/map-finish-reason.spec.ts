import { describe, expect, test } from 'vitest';
import { mapFinishReason } from './normalise-chunk.js';

describe('mapFinishReason', () => {
  test.each([
    ['stop', false, 'stop'],
    ['stop', true, 'tool_calls'],
    ['eos', false, 'stop'],
    ['eos', true, 'tool_calls'],
    ['model_length', true, 'length'],
    ['length', true, 'length'],
    ['tool_calls', false, 'tool_calls'],
    ['content_filter', false, 'content_filter'],
    ['something_new', false, 'something_new'],
    ['toString', false, 'toString'],
    ['', false, null],
    [null, true, null],
    [undefined, false, undefined],
  ])('%p with tool calls %p is %p', (reason, hasToolCalls, mapped) => {
    expect(mapFinishReason(reason, hasToolCalls)).toBe(mapped);
  });

  test.each(['error', 'insufficient_system_resource'])('%s is a failure of the provider', (reason) => {
    expect(() => mapFinishReason(reason, false)).toThrow(expect.objectContaining({ code: 'provider_error' }));
  });
});
