import { describe, expect, test } from '@jest/globals';
import type { DecisionRequest } from '@multilane/contracts';
import { ProviderFailure } from '@multilane/providers';
import { checkAnswers } from './check-answers.js';

const REQUEST: DecisionRequest = {
  model: 'm',
  state: 's',
  questions: {
    defect: { type: 'noul', instructions: 'Is it?' },
    severity: { type: 'choice', instructions: 'How?', criteria: { low: null, high: 'blocks' } },
    sure: { type: 'score', instructions: 'How sure?', criteria: ['unsure', 'sure'] },
  },
};
const noul = { type: 'noul', noul: 0.5 };
const choice = { type: 'choice', choice: 'low', confidence: 1, probabilities: { low: 1, high: 0 } };
const score = { type: 'score', score: 1, confidence: 1, probabilities: { 0: 0, 1: 1 } };
const check = (answers: object) => () => checkAnswers({ model: 'm', answers }, REQUEST);

describe('checkAnswers', () => {
  test.each([
    ['every question answered', { defect: noul, severity: choice, sure: score }],
    ['a question without an answer, which is passed on as absent', { defect: noul }],
    ['no answer', {}],
  ])('returns the answer itself with %s (docs/contract/decision.md#answers)', (_name, answers) => {
    const answer = { model: 'm', answers };
    expect(checkAnswers(answer, REQUEST)).toBe(answer);
  });

  test.each([
    ['a name that no question has', { defects: noul }],
    ['a name that only objects have', { constructor: noul }],
    ['a type that is not the question’s', { defect: score }],
    ['a type of another question', { severity: noul }],
    ['a choice that is no option', { severity: { ...choice, choice: 'medium' } }],
    ['a probability of no option', { severity: { ...choice, probabilities: { low: 0.5, toString: 0.5 } } }],
    ['a score beyond the levels', { sure: { ...score, score: 1.2 } }],
    ['a score below the levels', { sure: { ...score, score: -0.2 } }],
  ])('%s is a 502 (docs/contract/decision.md#answers)', (_name, answers) => {
    expect(check(answers)).toThrow(ProviderFailure);
    expect(check(answers)).toThrow('provider_error');
  });

  test('takes what rounding leaves over', () => {
    expect(check({ sure: { ...score, score: 1.0000001 } })).not.toThrow();
  });
});
