import { describe, expect, test } from '@jest/globals';
import { listKnownFacts } from './known-facts.js';

const WORDS = { yes: 'yes', no: 'no', none: 'none', language: 'en' };

describe('listKnownFacts', () => {
  test('writes every kind of fact, in the order of the page', () => {
    const known = {
      unsupported_parameters: ['stop'],
      max_output_tokens: 1_000_000,
      reasoning_efforts: [],
      parallel_tool_calls: false,
      forced_tool_choice: true,
      api: 'both',
    } as const;
    expect(listKnownFacts(known, WORDS)).toEqual([
      { name: 'api', text: 'both' },
      { name: 'reasoning_efforts', text: 'none' },
      { name: 'max_output_tokens', text: '1,000,000' },
      { name: 'parallel_tool_calls', text: 'no' },
      { name: 'forced_tool_choice', text: 'yes' },
      { name: 'unsupported_parameters', text: 'stop' },
    ]);
  });

  test('says nothing of a model of which nothing is known', () => {
    expect(listKnownFacts(null, WORDS)).toEqual([]);
    expect(listKnownFacts(undefined, WORDS)).toEqual([]);
  });
});
