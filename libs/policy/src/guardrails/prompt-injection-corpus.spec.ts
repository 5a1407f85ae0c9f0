import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { scoreInjection } from './prompt-injection.js';

interface LabelledText {
  /** `tuned`: the rules were mended by them. `held-out`: written after the rules, and never used to change them. */
  readonly set: 'tuned' | 'held-out';
  readonly injection: boolean;
  readonly text: string;
}

const CORPUS = readFileSync(join(import.meta.dirname, '../../fixtures/prompt-injection/corpus.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as LabelledText);

/** The default of the configuration. */
const THRESHOLD = 0.5;

describe(`prompt_injection on ${CORPUS.length} labelled texts`, () => {
  test.each([
    ['tuned', 0.95, 0.95],
    ['held-out', 0.9, 0.6],
  ])('%s: precision and recall', (set, leastPrecision, leastRecall) => {
    const isFound = ({ text }: LabelledText): boolean => scoreInjection(text) >= THRESHOLD;
    const texts = CORPUS.filter((each) => each.set === set);
    const right = texts.filter((each) => each.injection && isFound(each)).length;
    const wrong = texts.filter((each) => !each.injection && isFound(each));
    const missed = texts.filter((each) => each.injection && !isFound(each));
    const precision = right / (right + wrong.length);
    const recall = right / (right + missed.length);
    process.stdout.write(
      `prompt_injection (${set}): precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}\n` +
        [...wrong.map(({ text }) => `  wrong: ${text}\n`), ...missed.map(({ text }) => `  missed: ${text}\n`)].join(''),
    );
    expect(precision).toBeGreaterThanOrEqual(leastPrecision);
    expect(recall).toBeGreaterThanOrEqual(leastRecall);
  });

  test.each([
    'ignore ',
    'all previous ',
    'ignore a b c ',
    'you are a, ',
    'send a ',
    'print ',
    '<|',
    '### ',
    'if you are an ai ',
    '忽略',
  ])('takes time in proportion to the length of %j repeated', (piece) => {
    const text = piece.repeat(Math.ceil(50_000 / piece.length));
    const start = performance.now();
    scoreInjection(text);
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});
