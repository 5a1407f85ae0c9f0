import { describe, expect, it } from '@jest/globals';
import { maskQuotes } from './mask-quotes.js';

const request = {
  model: 'gpt-4o',
  messages: [
    { role: 'user', content: 'My PIN is tango-4711, remember' },
    { role: 'user', content: [{ type: 'text', text: 'Österreich' }] },
  ],
};

describe('what a provider says, for the log', () => {
  it.each([
    [
      'quotes of a prompt are taken out, whatever their case',
      '500 while reading "Tango-4711"',
      '500 while reading "…"',
    ],
    ['also from parts and in any script', 'bad word österreich', 'bad word …'],
    ['its own words stay', '429 rate_limit_exceeded: slow down', '429 rate_limit_exceeded: slow down'],
    ['short words stay', 'My is a', 'My is a'],
    ['nothing stays nothing', '', ''],
  ])('%s', (_rule, words, expected) => {
    expect(maskQuotes(words, request.messages)).toBe(expected);
  });
});
