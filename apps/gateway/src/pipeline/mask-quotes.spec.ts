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
    ['a quote that was cut short is taken out too', 'while reading Tango-47', 'while reading …'],
    ['nothing stays nothing', '', ''],
  ])('%s', (_rule, words, expected) => {
    expect(maskQuotes(words, request.messages)).toBe(expected);
  });

  const schema = {
    type: 'object',
    properties: { salary_of_smith: { properties: { input: { const: { bonus: 1 } } } } },
  };
  it.each([
    ['a property of a schema', { tools: [{ function: { parameters: schema } }] }, 'no salary_of_smith', 'no …'],
    ['a property deeper in it', { tools: [{ input_schema: schema }] }, 'what is input?', 'what is …?'],
    ['a member of a constant', { response_format: { schema } }, 'what is a bonus?', 'what is a …?'],
    ['a question', { questions: { 'Is Smith ill?': { type: 'noul' } } }, 'no answer to Smith', 'no answer to …'],
    ['an option', { questions: { a: { criteria: { fire_smith: null } } } }, 'what is fire_smith?', 'what is …?'],
    ['a member of a state', { state: [{ smith: { salary: 1 } }] }, 'salary of smith', '… of …'],
    ["a member of a tool's input", { content: [{ input: { smith: 1 } }] }, 'unexpected smith', 'unexpected …'],
    ['a member of metadata', { metadata: { smith: 'x' } }, 'metadata.smith', 'metadata.…'],
  ])("names that are the caller's own are quotes of a prompt too: %s", (_what, asked, words, expected) => {
    expect(maskQuotes(words, asked)).toBe(expected);
  });

  it('the names of parameters stay, for they say what was wrong', () => {
    const asked = {
      temperature: 3,
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'x' }] }],
      tools: [{ function: { parameters: { properties: { a: { additionalProperties: false } } } } }],
    };
    const words = 'temperature, input[0].content and additionalProperties in parameters are bad';
    expect(maskQuotes(words, asked)).toBe(words);
  });
});
