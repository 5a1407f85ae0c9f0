import { describe, expect, it } from '@jest/globals';
import { isJson, layOutJson } from './lay-out-json.js';

describe('a text that may be JSON', () => {
  it('is laid out if it is', () => {
    expect(layOutJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(layOutJson('null')).toBe('null');
  });

  it.each(['', '{"a":', 'plain words', `["${'x'.repeat(100_001)}"]`])('stays as it is otherwise', (text) => {
    expect(layOutJson(text)).toBe(text);
    expect(isJson(text)).toBe(false);
  });

  it('is shown as code for objects and lists alone', () => {
    expect([' {"a":1}', '[1]', '1', '"x"', 'true'].map(isJson)).toEqual([true, true, false, false, false]);
  });
});
