import { describe, expect, test } from '@jest/globals';
import { mapFinishReason } from './finish-reasons.js';

describe('mapFinishReason', () => {
  test.each([
    ['stop', 'stop', 'tool_calls'],
    ['length', 'length', 'length'],
    ['tool_calls', 'stop', 'tool_calls'],
    ['content_filter', 'content_filter', 'content_filter'],
    ...['STOP', 'end_turn', 'stop_sequence', 'eos', 'EOS_TOKEN', 'COMPLETE', 'tool_use', 'function_call'].map(
      (reason) => [reason, 'stop', 'tool_calls'] as const,
    ),
    ...['max_tokens', 'MAX_TOKENS', 'model_length', 'max-new-tokens', 'maxTokens'].map(
      (reason) => [reason, 'length', 'length'] as const,
    ),
    ...['SAFETY', 'content-filter', 'refusal', 'sensitive', 'ERROR_TOXIC'].map(
      (reason) => [reason, 'content_filter', 'content_filter'] as const,
    ),
    ...['something_new', 'toString', 5, {}, true].map((reason) => [reason, 'stop', 'tool_calls'] as const),
    ...['', 'null', null, undefined].map((reason) => [reason, null, null] as const),
  ] as const)('%j is %j, and %j with calls (docs/contract/chat.md#finish-reasons)', (reason, plain, withCalls) => {
    expect([mapFinishReason(reason, false), mapFinishReason(reason, true)]).toEqual([plain, withCalls]);
  });

  test.each([
    ...['error', 'abort', 'ABORTED', 'cancelled', 'failed', 'network_error', 'engine_error', 'timeout'],
    ...['insufficient_system_resource', 'MALFORMED_FUNCTION_CALL'],
  ])('%s is a failure of the provider, never a reason', (reason) => {
    expect(() => mapFinishReason(reason, true)).toThrow(expect.objectContaining({ code: 'provider_error' }));
  });

  test('a reason that no table knows is reported', () => {
    const told: string[] = [];
    mapFinishReason('something_new', false, (reason) => told.push(reason));
    mapFinishReason('end_turn', false, (reason) => told.push(reason));
    expect(told).toEqual(['something_new']);
  });
});
