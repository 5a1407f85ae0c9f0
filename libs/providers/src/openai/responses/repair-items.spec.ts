import { describe, expect, it } from '@jest/globals';
import type { ResponsesInputItem } from '@multilane/contracts';
import { MISSING_RESULT } from '../../shared/history/repair-history.js';
import { repairItems } from './repair-items.js';

type Item = Record<string, unknown>;

const call = (call_id: string, more: Item = {}): Item => ({
  type: 'function_call',
  call_id,
  name: 'f',
  arguments: '{}',
  ...more,
});
const output = (call_id: string, more: Item = {}): Item => ({
  type: 'function_call_output',
  call_id,
  output: 'o',
  ...more,
});
const user: Item = { role: 'user', content: 'q' };

function repair(items: readonly Item[], { answeredCalls = true, repairs = false } = {}) {
  const lost: string[] = [];
  const repaired = repairItems(
    items as unknown as ResponsesInputItem[],
    { answeredCalls, repairs },
    { lose: (name) => lost.push(name) },
  ) as unknown as Item[];
  return { repaired, lost, ids: repaired.map((item) => item.call_id ?? '-') };
}

describe('docs/contract/responses.md#histories', () => {
  it('a conversation that needs nothing comes back as it is', () => {
    const items = [user, call('a', { id: 'fc_1' }), call('b', { id: 'fc_2' }), output('b'), output('a'), user];
    expect(repair(items).repaired).toBe(items);
    expect(repair(items).lost).toEqual([]);
  });

  it.each<[string, Item[], string[]]>([
    ['of a later turn', [call('a'), output('a'), call('a'), output('a')], ['a', 'a', 'a_2', 'a_2']],
    ['of one turn', [call('a'), call('a'), output('a'), output('a')], ['a', 'a_2', 'a', 'a_2']],
    [
      'that meets an id of its own form',
      [call('a'), call('a_2'), call('a'), output('a'), output('a_2'), output('a')],
      ['a', 'a_2', 'a_3', 'a', 'a_2', 'a_3'],
    ],
    [
      'of tools of several kinds',
      [
        call('a'),
        output('a'),
        { type: 'custom_tool_call', call_id: 'a', name: 'p', input: 'x' },
        { type: 'custom_tool_call_output', call_id: 'a', output: 'o' },
      ],
      ['a', 'a', 'a_2', 'a_2'],
    ],
  ])('a repeated id of a call %s is rewritten in the call and in its output', (_what, items, ids) => {
    expect(repair(items).ids).toEqual(ids);
    expect(repair(items).lost).toEqual([]);
  });

  it('an id that two items share is left out of the second', () => {
    const { repaired } = repair([call('a', { id: 'fc_1' }), output('a'), call('b', { id: 'fc_1' }), output('b')]);
    expect(repaired.map(({ id }) => id)).toEqual(['fc_1', undefined, undefined, undefined]);
  });

  it.each<[string, unknown, unknown, unknown]>([
    ['texts', 'one', 'two', 'one\ntwo'],
    [
      'a text and parts',
      'one',
      [{ type: 'input_text', text: 'two' }],
      [
        { type: 'input_text', text: 'one' },
        { type: 'input_text', text: 'two' },
      ],
    ],
  ])('two outputs of one call are joined, and declared: %s', (_what, first, second, joined) => {
    const { lost, repaired } = repair([call('a'), output('a', { output: first }), output('a', { output: second })]);
    expect(repaired.slice(1)).toEqual([output('a', { output: joined })]);
    expect(lost).toEqual(['input']);
  });

  it('names outside the alphabet of tools are written in it; long ones stay', () => {
    const long = 'x'.repeat(100);
    const items = [
      call('a', { name: 'functions.read<|channel|>' }),
      output('a'),
      call('b', { name: long }),
      output('b'),
    ];
    expect(repair(items).repaired.map(({ name }) => name)).toEqual([
      'functions_read_channel_',
      undefined,
      long,
      undefined,
    ]);
  });

  it.each<[string, Item[], string]>([
    ['an output without a call', [user, output('a')], 'input[1].call_id'],
    ['an output before its call', [output('a'), call('a')], 'input[0].call_id'],
    ['a call without an output', [user, call('a'), user], 'input[1]'],
    ['the second of two calls', [call('a'), call('b'), output('a')], 'input[1]'],
    ['one of two calls that share an id', [call('a'), call('a'), output('a')], 'input[1]'],
  ])('is rejected with its path: %s', (_what, items, param) => {
    expect(() => repair(items)).toThrow(expect.objectContaining({ code: 'invalid_value', param }));
  });

  it('a missing output gets a placeholder where the operator has histories repaired', () => {
    const { lost, repaired } = repair([call('a'), call('b'), output('b')], { repairs: true });
    expect(repaired).toEqual([call('a'), output('a', { output: MISSING_RESULT }), call('b'), output('b')]);
    expect(lost).toEqual(['input']);
  });

  it('a server of which nothing is known judges missing outputs itself', () => {
    const items = [call('a')];
    expect(repair(items, { answeredCalls: false }).repaired).toBe(items);
  });

  it.each<[string, (index: number) => string]>([
    ['of different calls', (index) => `call_${index}`],
    ['of one name', () => 'a'],
  ])('thirty thousand ids take one pass: %s', (_what, idOf) => {
    const many = Array.from({ length: 30_000 }, (_each, index) => idOf(index));
    const started = performance.now();
    repair([...many.map((id) => call(id)), ...many.map((id) => output(id))]);
    // A search per id would take minutes.
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
