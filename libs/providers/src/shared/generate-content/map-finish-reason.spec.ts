import { describe, expect, test } from '@jest/globals';
import { mapFinishReason } from './map-finish-reason.js';

const FILTERED = ['SAFETY', 'RECITATION', 'LANGUAGE', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'MODEL_ARMOR'];

describe('mapFinishReason', () => {
  test('a whole call that the cloud edition calls unexpected is an answer', () => {
    expect(mapFinishReason('UNEXPECTED_TOOL_CALL', true)).toBe('tool_calls');
  });

  test.each([
    ['STOP', false, 'stop'],
    ['STOP', true, 'tool_calls'],
    ['MAX_TOKENS', false, 'length'],
    ['MAX_TOKENS', true, 'length'],
    ...[...FILTERED, 'IMAGE_SAFETY', 'IMAGE_RECITATION', 'IMAGE_PROHIBITED_CONTENT'].map(
      (reason) => [reason, false, 'content_filter'] as const,
    ),
    ['OTHER', false, 'stop'],
    ['A_NEW_ONE', false, 'stop'],
    [undefined, false, 'stop'],
  ] as const)('says %s (calls: %s) as %s', (reason, hasToolCalls, mapped) => {
    expect(mapFinishReason(reason, hasToolCalls)).toBe(mapped);
  });

  test('tells a reason that it does not know, and none that it does (docs/contract/chat.md#finish-reasons)', () => {
    const told: string[] = [];
    for (const reason of ['STOP', 'MAX_TOKENS', 'SAFETY', undefined, null, 'OTHER', 'A_NEW_ONE']) {
      mapFinishReason(reason, false, (unknown) => told.push(unknown));
    }
    expect(told).toEqual(['OTHER', 'A_NEW_ONE']);
  });

  test.each([
    'MALFORMED_FUNCTION_CALL',
    'MALFORMED_RESPONSE',
    'UNEXPECTED_TOOL_CALL',
    'TOO_MANY_TOOL_CALLS',
    'MISSING_THOUGHT_SIGNATURE',
  ])('fails for %s, which leaves no usable answer', (reason) => {
    expect(() => mapFinishReason(reason, false)).toThrow(expect.objectContaining({ code: 'provider_error' }));
  });
});
