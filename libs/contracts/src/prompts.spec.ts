import { describe, expect, it } from '@jest/globals';
import { splitPromptText } from './prompts.js';

describe('splitPromptText', () => {
  it.each([
    ['a text without places', 'Hello', ['Hello'], []],
    ['a place within a text', 'Dear {{name}}!', ['Dear ', '!'], ['name']],
    ['spaces around a name', '{{ name }}{{\tother}}', ['', '', ''], ['name', 'other']],
    ['a variable that occurs twice', '{{a}}-{{a}}', ['', '-', ''], ['a', 'a']],
    ['escaped braces', 'Write \\{{name}} as it is', ['Write {{name}} as it is'], []],
    ['an expression, which is literal', '{{a + b}} {{#each a}} {{a.b}}', ['{{a + b}} {{#each a}} {{a.b}}'], []],
    ['braces that stay open', '{{name', ['{{name'], []],
    ['three braces', '{{{name}}}', ['{', '}'], ['name']],
    ['an empty text', '', [''], []],
  ])('reads %s', (_what, text, literals, names) => {
    expect(splitPromptText(text)).toEqual({ literals, names });
  });

  it('reads a text of many braces in linear time', () => {
    const text = '{{ '.repeat(100_000);
    expect(splitPromptText(text)).toEqual({ literals: [text], names: [] });
  });
});
