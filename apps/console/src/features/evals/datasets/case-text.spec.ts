import { describe, expect, it } from '@jest/globals';
import { asText, messagesOf, summaryOf } from './case-text.js';

describe('the input of a case', () => {
  it.each<[unknown, readonly object[]]>([
    ['Hello', [{ role: 'user', text: 'Hello' }]],
    [[{ role: 'system', content: 'Be brief.' }], [{ role: 'system', text: 'Be brief.' }]],
    [
      [{ role: 'user', content: [{ type: 'text', text: 'What is this?' }, { type: 'image_url' }] }],
      [{ role: 'user', text: `What is this?\n${JSON.stringify({ type: 'image_url' }, null, 2)}` }],
    ],
    [[{ role: 'assistant', content: null }], [{ role: 'assistant', text: '' }]],
  ])('%j is shown as messages', (input, messages) => {
    expect(messagesOf(input)).toEqual(messages);
  });

  it('is its last message in a table', () => {
    expect(
      summaryOf([
        { role: 'system', content: 'a' },
        { role: 'user', content: 'b' },
      ]),
    ).toBe('b');
    expect(summaryOf([])).toBe('');
  });

  it.each<[unknown, string]>([
    ['42', '42'],
    [42, '42'],
    [null, ''],
    [['a'], '[\n  "a"\n]'],
  ])('%j is written as %j', (value, text) => {
    expect(asText(value)).toBe(text);
  });
});
