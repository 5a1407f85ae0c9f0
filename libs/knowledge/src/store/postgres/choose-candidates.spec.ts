import { describe, expect, it } from '@jest/globals';
import { chooseCandidates, type Term } from './choose-candidates.js';

const term = (stem: string, share?: number): Term => ({ stems: [stem], share });

describe('candidates of a lexical search in 100,000 chunks, of which 1,000 are enough', () => {
  it.each<[string, Term[], string[]]>([
    ['rare terms choose, then all', [term('rare'), term('rarer')], ["('rare') | ('rarer')"]],
    [
      'the rarest of the common ones helps where rare ones are in too few chunks',
      [term('the', 0.9), term('some', 0.05), term('rare')],
      ["('rare')", "('rare') | ('some')", "('rare') | ('some') | ('the')"],
    ],
    [
      'common terms choose as many as are enough',
      [term('d', 0.6), term('b', 0.006), term('a', 0.003), term('c', 0.008)],
      ["('a') | ('b')", "('a') | ('b') | ('c')", "('a') | ('b') | ('c') | ('d')"],
    ],
    [
      'of terms that most chunks have, those with all of them come first',
      [term('the', 0.9), term('text', 0.7), term('rare')],
      ["('rare')", "('rare') | (('text') & ('the'))", "('rare') | ('text') | ('the')"],
    ],
    ['a single common term', [term('the', 0.9)], ["(('the'))", "('the')"]],
    ['a single rare term', [term('rare')], ["('rare')"]],
  ])('%s', (_name, terms, expected) => {
    expect(chooseCandidates(terms, 100_000, 1_000)).toEqual(expected);
  });

  it('takes stems of several languages for one term, and quotes them', () => {
    const terms = [{ stems: ["o'brien", 'a\\b'], share: undefined }];
    expect(chooseCandidates(terms, 100_000, 1_000)).toEqual(["('o''brien' | 'a\\\\b')"]);
  });
});
