import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SHARED_FIXTURES_BEYOND_TEXT } from '@multilane/testing/shared-fixtures';
import type { EvalCase } from '../dataset/eval-case.js';
import { FIELD_NAMES, readLines } from '../dataset/read-lines.js';
import { GRADER, type GraderOf } from '../definition/grader.js';
import { computeGrade, isComputed } from './graders.js';
import { questionsOf, readVerdict, tallyVotes } from './judge.js';

/** Lines in the form of public datasets, for clones without the shared ones. */
const OWN: Readonly<Record<string, string>> = {
  'gsm8k-first-50': [
    '{"question":"Two crates hold 9 jars each. How many jars?","answer":"2 * 9 = <<2*9=18>>18\\n#### 18"}',
    '{"question":"A pen costs $1,200 less than 1500. Its price?","answer":"1500 - 1200 = 300\\n#### 300"}',
  ].join('\n'),
  'biology-qa': '{"id":"q1","question":"Which organ pumps blood?","answer":"Heart"}',
  'theory-of-mind': '{"input":[{"role":"user","content":"Where is the key?"}],"target":"drawer"}',
};

const textOf = (name: string): string => {
  const path = join(SHARED_FIXTURES_BEYOND_TEXT, 'evals-datasets', name, 'dataset.jsonl');
  return existsSync(path) ? readFileSync(path, 'utf8') : (OWN[name] ?? '');
};

/** Share of the cases that pass with the answer that `say` gives. */
const shareOf = (name: string, names: object, grader: object, say: (item: EvalCase, at: number) => string): number => {
  const parsed = GRADER.parse(grader);
  if (!isComputed(parsed)) throw new Error('the grader asks somebody');
  const read = [...readLines(textOf(name), { ...FIELD_NAMES, ...names })];
  const cases = read.map((line) => {
    if ('problem' in line) throw new Error(`line ${line.line}: ${line.problem.message}`);
    return line.case;
  });
  const passed = cases.filter((item, at) => {
    const sample = { text: say(item, at), toolCalls: [], latencyMs: 1, costUsd: null };
    return computeGrade(parsed, sample, item).status === 'passed';
  });
  return passed.length / cases.length;
};
const lastWord = ({ expected }: EvalCase): string => String(expected).split(' ').at(-1) ?? '';
const QUESTIONS = { input: 'question', expected: 'answer' };
const TARGETS = { expected: 'target' };

describe('public datasets', () => {
  it.each<[string, string, object, object, (item: EvalCase) => string, number]>([
    ['right sums', 'gsm8k-first-50', QUESTIONS, { type: 'numeric' }, (item) => `It is ${lastWord(item)} in all.`, 1],
    ['sums with the working', 'gsm8k-first-50', QUESTIONS, { type: 'numeric' }, ({ expected }) => String(expected), 1],
    [
      'wrong sums',
      'gsm8k-first-50',
      QUESTIONS,
      { type: 'numeric' },
      (item) => `${Number(lastWord(item).replaceAll(',', '')) + 1}`,
      0,
    ],
    ['no sums', 'gsm8k-first-50', QUESTIONS, { type: 'numeric' }, () => 'I do not know.', 0],
    [
      'right answers',
      'biology-qa',
      QUESTIONS,
      { type: 'exact', ignore_case: true, ignore_punctuation: true },
      ({ expected }) => `${String(expected).toUpperCase()}.`,
      1,
    ],
    [
      'answers in a sentence',
      'biology-qa',
      QUESTIONS,
      { type: 'contains' },
      ({ expected }) => `That is: ${expected}.`,
      1,
    ],
    ['other answers', 'biology-qa', QUESTIONS, { type: 'exact' }, () => 'Something else', 0],
    ['right places', 'theory-of-mind', TARGETS, { type: 'contains' }, ({ expected }) => `In the ${expected}.`, 1],
    [
      'like places',
      'theory-of-mind',
      TARGETS,
      { type: 'similarity', threshold: 0.5 },
      ({ expected }) => `the ${expected}`,
      1,
    ],
    ['no places', 'theory-of-mind', TARGETS, { type: 'similarity', threshold: 0.5 }, () => 'nowhere at all', 0],
  ])('%s of %s are graded', (_name, dataset, names, grader, say, share) => {
    expect(shareOf(dataset, names, grader, say)).toBe(share);
  });

  it.each(['judge-coqa-closed-qa', 'judge-coqa-factuality'])('%s: a right judge gives the scores of people', (name) => {
    const path = join(SHARED_FIXTURES_BEYOND_TEXT, 'evals-datasets', name, 'dataset.json');
    const scores = existsSync(path)
      ? (JSON.parse(readFileSync(path, 'utf8')) as { expected: number }[]).map(({ expected }) => expected)
      : [1, 0];
    const judge = GRADER.parse({ type: 'judge', model: 'j', rubric: 'r', votes: 3 }) as GraderOf<'judge'>;
    for (const score of scores) {
      const verdicts = questionsOf(judge).map((question) =>
        readVerdict(judge, JSON.stringify({ reason: 'r', verdict: score >= 0.5 ? 'pass' : 'fail' }), question),
      );
      expect(tallyVotes(judge, verdicts).status).toBe(score >= 0.5 ? 'passed' : 'failed');
    }
  });
});
