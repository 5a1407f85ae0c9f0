import { describe, expect, test } from '@jest/globals';
import { CallIds } from '../../shared/call-ids.js';
import { normaliseToolCalls } from './normalise-tool-calls.js';

const call = (id: string, given: unknown) => ({ id, type: 'function', function: { name: 'f', arguments: given } });

const complete = (calls: object[], isCutShort = false) =>
  normaliseToolCalls(structuredClone(calls) as never, 'call_s', new CallIds(undefined), isCutShort);

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
    expect(complete(calls)).toEqual(normalised);
  });

  test('leaves complete calls alone, even when their arguments are not JSON', () => {
    const calls = [call('a', '{"b":'), { ...call('b', '{}'), extra_content: { google: {} } }];
    expect(normaliseToolCalls(calls, 'call_s', new CallIds(undefined), false)).toBe(calls);
  });

  test('gives calls of one id another each', () => {
    expect(complete([call('a', '{}'), call('a', '{"b":1}')])).toEqual([call('a', '{}'), call('a_2', '{"b":1}')]);
  });

  test('leaves the last arguments of an answer that was cut short as they are', () => {
    expect(complete([call('a', ''), call('b', '')], true)).toEqual([call('a', '{}'), call('b', '')]);
    expect(complete([call('a', null)], true)).toEqual([call('a', '')]);
  });

  test('leaves out a call that is none, and fails for one without a name', () => {
    expect(complete([call('a', '{}'), { type: 'function', function: { name: '', arguments: '' } }])).toEqual([
      call('a', '{}'),
    ]);
    for (const nameless of [
      { id: 'a' },
      { id: 'a', function: { name: '', arguments: '{}' } },
      { function: { arguments: '{}' } },
    ]) {
      expect(() => complete([nameless])).toThrow(expect.objectContaining({ code: 'provider_error' }));
    }
  });
});
