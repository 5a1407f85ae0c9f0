import { describe, expect, it } from '@jest/globals';
import { GRADER, type GraderOf } from '../definition/grader.js';
import { findJudgeProblem, questionsOf, readVerdict, tallyVotes, type Verdict, writeJudgeRequest } from './judge.js';

const judgeOf = (more: object = {}) =>
  GRADER.parse({ type: 'judge', model: 'j', rubric: 'Is it right?', ...more }) as GraderOf<'judge'>;
const vote = (verdict: 'passed' | 'failed' | 'tie'): Verdict => ({ verdict, reason: verdict });
const [UP, DOWN, TIE, NONE] = [vote('passed'), vote('failed'), vote('tie'), undefined];
const SAMPLE = { text: 'Paris', toolCalls: [] };
const CASE = { key: '1', input: 'Capital of France?', expected: 'Paris, in France' };

describe('judges', () => {
  it('ask once for each vote, and in both orders where they compare', () => {
    expect(questionsOf(judgeOf({ votes: 3 }))).toHaveLength(3);
    expect(questionsOf(judgeOf({ mode: 'pairwise', votes: 2 })).map(({ isSwapped }) => isSwapped)).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(questionsOf(judgeOf({ mode: 'pairwise', swap: false }))).toHaveLength(1);
  });

  it('get the rubric, the task and the answers as data, in the order of the question', () => {
    const request = (isSwapped: boolean): string =>
      JSON.stringify(writeJudgeRequest(judgeOf({ mode: 'pairwise' }), SAMPLE, CASE, { vote: 0, isSwapped }, 'k7'));
    expect(request(false)).toContain('<<<A k7>>>\\nParis\\n<<<end k7>>>');
    expect(request(true)).toContain('<<<B k7>>>\\nParis\\n<<<end k7>>>');
    expect(request(true)).toContain('user: Capital of France?');
  });

  it.each<[string, 'rubric' | 'pairwise', boolean, Verdict]>([
    ['{"reason":"r","verdict":"pass"}', 'rubric', false, { verdict: 'passed', reason: 'r' }],
    ['```json\n{"verdict":"FAIL"}\n```', 'rubric', false, { verdict: 'failed', reason: '' }],
    ['{"verdict":"A"}', 'pairwise', false, { verdict: 'passed', reason: '' }],
    ['{"verdict":"A"}', 'pairwise', true, { verdict: 'failed', reason: '' }],
    ['{"verdict":"tie"}', 'pairwise', true, { verdict: 'tie', reason: '' }],
    ['{"verdict":"A"}', 'rubric', false, undefined],
    ['{"verdict":"constructor"}', 'rubric', false, undefined],
    ['pass', 'rubric', false, undefined],
    ['', 'rubric', false, undefined],
  ])('say %s in mode %s, swapped %p', (text, mode, isSwapped, verdict) => {
    expect(readVerdict({ mode }, text, { vote: 0, isSwapped })).toEqual(verdict);
  });

  it.each<[string, object, Verdict[], string, number | null]>([
    ['one vote', {}, [UP], 'passed', 1],
    ['one vote against', {}, [DOWN], 'failed', 0],
    ['no vote', {}, [NONE], 'error', null],
    ['a majority', { votes: 3 }, [UP, DOWN, UP], 'passed', 2 / 3],
    ['a majority of all votes, with one missing', { votes: 3 }, [DOWN, NONE, DOWN], 'failed', 0],
    ['no majority, with one missing', { votes: 3 }, [UP, NONE, DOWN], 'error', null],
    ['two that differ', { votes: 2 }, [UP, DOWN], 'error', null],
    ['both orders alike', { mode: 'pairwise' }, [DOWN, DOWN], 'failed', 0],
    ['orders that differ, which is a tie', { mode: 'pairwise' }, [DOWN, UP], 'passed', 1],
    ['a tie', { mode: 'pairwise', swap: false }, [TIE], 'passed', 1],
    ['half of a vote', { mode: 'pairwise' }, [UP, NONE], 'error', null],
  ])('are tallied: %s', (_name, options, verdicts, status, score) => {
    expect(tallyVotes(judgeOf(options), verdicts)).toMatchObject({ status, score });
  });

  it('cannot compare with nothing', () => {
    expect(findJudgeProblem(judgeOf({ mode: 'pairwise' }), { key: '1', input: 'x' })).toContain('`expected`');
    expect(findJudgeProblem(judgeOf(), { key: '1', input: 'x' })).toBeUndefined();
  });
});
