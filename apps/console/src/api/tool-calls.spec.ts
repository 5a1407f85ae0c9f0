import { describe, expect, it } from '@jest/globals';
import { addCalls, readTools } from './tool-calls.js';

describe('the calls of an answer', () => {
  it('grow by their pieces, each by its index', () => {
    const first = addCalls([], [{ index: 0, id: 'a', name: 'find', arguments: '{"id"' }]);
    const second = addCalls(first, [
      { index: 0, arguments: ':1}' },
      { index: 1, id: 'b', name: 'send', arguments: '{}' },
    ]);
    expect(second).toEqual([
      { id: 'a', type: 'function', function: { name: 'find', arguments: '{"id":1}' } },
      { id: 'b', type: 'function', function: { name: 'send', arguments: '{}' } },
    ]);
    expect(addCalls(second)).toBe(second);
  });
});

describe('the tools of a text', () => {
  const find = { name: 'find', description: 'Finds.', parameters: { type: 'object' } };

  it.each([
    ['', []],
    [JSON.stringify([find]), [find]],
    [JSON.stringify([{ type: 'function', function: find }]), [find]],
    ['[{"name":"bare"}]', [{ name: 'bare' }]],
  ])('are read from %j', (text, tools) => {
    expect(readTools(text)).toEqual(tools);
  });

  it.each(['{', '{}', '[1]', '[{}]', '[{"name":""}]', '[{"function":null}]'])('are none in %j', (text) => {
    expect(readTools(text)).toBeUndefined();
  });
});
