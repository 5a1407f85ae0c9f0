import { describe, expect, test } from '@jest/globals';
import { LONGEST_MODERATED_INPUT } from '@multilane/policy';
import { answerLocally } from './answer-locally.js';

describe('answerLocally', () => {
  test('signs as the built-in check, with an id made from the request’s', () => {
    const answer = answerLocally({ input: ['Good morning', 'I will kill you'] }, 'req-1');
    expect(answer).toMatchObject({ id: 'modr-req-1', model: 'builtin-moderation' });
    expect(answer.results.map(({ flagged }) => flagged)).toEqual([false, true]);
    expect(answerLocally({ input: ['Good morning', 'I will kill you'] }, 'req-1')).toEqual(answer);
  });

  test('rejects an input that is too long to check at once, all its texts together', () => {
    const half = 'a'.repeat(LONGEST_MODERATED_INPUT / 2);
    expect(answerLocally({ input: [half, half] }, 'r').results).toHaveLength(2);
    expect(() => answerLocally({ input: [half, half, 'a'] }, 'r')).toThrow(
      expect.objectContaining({ code: 'invalid_value', param: 'input' }),
    );
  });
});
