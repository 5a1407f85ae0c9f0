import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { GuardedTexts } from './guardrail.js';
import { compilePromptInjectionCheck, scoreInjection } from './prompt-injection.js';
import { TextReadings } from './reading/text-readings.js';

interface LabelledText {
  /** `tuned`: the rules were fixed by them. `held-out`: written after the rules, and never used to change them. */
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

const check = compilePromptInjectionCheck(THRESHOLD);

/** Checks a text that a person wrote as the guardrail does. */
function isFound({ text }: LabelledText): boolean {
  const parts = [{ role: 'user' as const, text }];
  return check({ phase: 'before', readings: new TextReadings(parts) } as unknown as GuardedTexts) === 'finding';
}

describe(`prompt_injection on ${CORPUS.length} labelled texts`, () => {
  test.each([
    ['tuned', 0.98, 0.95],
    ['held-out', 0.98, 0.9],
  ])('%s: precision and recall', (set, leastPrecision, leastRecall) => {
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

  test('the sets are large enough to say something', () => {
    const count = (set: string, injection: boolean): number =>
      CORPUS.filter((each) => each.set === set && each.injection === injection).length;
    expect(count('tuned', true)).toBeGreaterThanOrEqual(150);
    expect(count('tuned', false)).toBeGreaterThanOrEqual(250);
    expect(count('held-out', true)).toBeGreaterThanOrEqual(50);
    expect(count('held-out', false)).toBeGreaterThanOrEqual(60);
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
    'i g n o r e ',
    '1gn0r3 ',
    'aWdub3JlIGFsbCBw',
    'ignore all your ',
    'reveal a ',
    "don't tell the user ",
    'the the the your ',
    '"attack',
  ])('takes time in proportion to the length of %j repeated', (piece) => {
    const text = piece.repeat(Math.ceil(50_000 / piece.length));
    const start = performance.now();
    scoreInjection(text);
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});
