import { describe, expect, test } from '@jest/globals';
import { mapFinishReason } from './map-finish-reason.js';

describe('mapFinishReason', () => {
  test.each([
    ['end_turn', 'stop', 'tool_calls'],
    ['stop_sequence', 'stop', 'tool_calls'],
    ['pause_turn', 'stop', 'tool_calls'],
    ['tool_use', 'stop', 'tool_calls'],
    ['max_tokens', 'length', 'length'],
    ['model_context_window_exceeded', 'length', 'length'],
    ['refusal', 'content_filter', 'content_filter'],
    ['something_new', 'stop', 'tool_calls'],
    [null, 'stop', 'tool_calls'],
  ])('%s is %s, and %s where tools were called', (reason, plain, withCalls) => {
    expect(mapFinishReason(reason, false)).toBe(plain);
    expect(mapFinishReason(reason, true)).toBe(withCalls);
  });
});
