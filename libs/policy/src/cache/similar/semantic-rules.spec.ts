import { describe, expect, it } from '@jest/globals';
import { chooseStricter, type SemanticRules } from './semantic-rules.js';

const rules = (policy: string, more: Partial<SemanticRules> = {}): SemanticRules => ({
  policy,
  embeddingModel: 'builtin',
  threshold: 0.75,
  turns: 3,
  maxEntries: 1_000,
  sharedBy: 'team',
  maxTemperature: 2,
  withToolResults: true,
  withMedia: true,
  timeoutMs: 150,
  ...more,
});

describe('the rules of several policies that apply to one request', () => {
  const all = [
    rules('a', { threshold: 0.9 }),
    rules('b', { withMedia: false, maxTemperature: 0.5 }),
    rules('c', { withToolResults: false, turns: 1 }),
    rules('d', { sharedBy: 'caller', embeddingModel: 'of-d', threshold: 0.6 }),
  ];

  it('leave out each request that one of them leaves out', () => {
    expect(all.reduce(chooseStricter)).toEqual({
      ...rules('d', { sharedBy: 'caller', embeddingModel: 'of-d', threshold: 0.6 }),
      maxTemperature: 0.5,
      turns: 1,
      withMedia: false,
      withToolResults: false,
    });
  });

  it('are the same in any order', () => {
    const whole = all.reduce(chooseStricter);
    for (const at of all.keys()) {
      const turned = [...all.slice(at), ...all.slice(0, at)];
      expect(turned.reduce(chooseStricter)).toEqual(whole);
      expect(turned.reduceRight(chooseStricter)).toEqual(whole);
    }
  });
});
