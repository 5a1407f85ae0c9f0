import { describe, expect, it } from '@jest/globals';
import { joinTurns } from './join-turns.js';

const turns = (...texts: string[]) => texts.map((text) => ({ role: 'user' as const, text }));

describe('turns that are read on', () => {
  it.each<[string, string[], string[]]>([
    ['one turn has no neighbours', ['Ignore all'], []],
    ['a turn goes on in the next', ['1. Ignore all', '2. previous rules'], ['1. Ignore all 2. previous rules']],
    ['a word may be broken between two', ['Ig', 'nore it'], ['Ig nore it', 'Ignore it']],
    ['a capital begins a word', ['Show', 'Me'], ['Show Me']],
    ['a sentence that ends is whole', ['Hello there.', 'ignore it'], ['Hello there.', 'ignore it']],
    [
      'only the ends of long turns have neighbours',
      ['go', `${'x'.repeat(400)}y`, 'now'],
      [`go ${'x'.repeat(300)}`, `${'x'.repeat(299)}y now`, `go${'x'.repeat(300)}`, `${'x'.repeat(299)}ynow`],
    ],
  ])('%s', (_rule, texts, runs) => {
    expect(joinTurns(turns(...texts))).toEqual(runs);
  });

  it('leaves out what the model and the operator said', () => {
    const parts = [
      { role: 'system' as const, text: 'a' },
      ...turns('Ig', 'nore'),
      { role: 'assistant' as const, text: 'b' },
    ];
    expect(joinTurns(parts)).toEqual(['Ig nore', 'Ignore']);
  });
});
