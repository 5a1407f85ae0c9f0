import { describe, expect, test } from 'vitest';
import { normaliseToolCalls } from './normalise-tool-calls.js';

const call = (id: string, given: unknown) => ({ id, type: 'function', function: { name: 'f', arguments: given } });

describe('normaliseToolCalls', () => {
  test.each([
    ['no id', [{ type: 'function', function: { name: 'f', arguments: '{}' } }], [call('call_s_0', '{}')]],
    ['an empty id, after one with an id', [call('a', '{}'), call('', '{}')], [call('a', '{}'), call('call_s_1', '{}')]],
    ['no type', [{ id: 'a', function: { name: 'f', arguments: '{}' } }], [call('a', '{}')]],
    ['arguments as an object', [call('a', { b: [1] })], [call('a', '{"b":[1]}')]],
    ['arguments null', [call('a', null)], [call('a', '{}')]],
    ['no arguments', [{ id: 'a', type: 'function', function: { name: 'f' } }], [call('a', '{}')]],
    ['empty arguments', [call('a', '')], [call('a', '{}')]],
  ])('completes a call with %s', (_name, calls, normalised) => {
    const copy = structuredClone(calls);
    expect(normaliseToolCalls(copy, 'call_s')).toBe(true);
    expect(copy).toEqual(normalised);
  });

  test('leaves complete calls alone, even when their arguments are not JSON', () => {
    const calls = [call('a', '{"b":'), { ...call('b', '{}'), extra_content: { google: {} } }];
    const copy = structuredClone(calls);
    expect(normaliseToolCalls(copy, 'call_s')).toBe(false);
    expect(copy).toEqual(calls);
  });
});
