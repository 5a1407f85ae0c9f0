import { describe, expect, test } from '@jest/globals';
import { estimatePatternSize } from '@multilane/contracts';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import { RE2JS } from 're2js';
import {
  parseGuardrailEntry,
  parseNewGuardrailEntry,
  parseNewPiiPolicy,
  parsePiiPolicy,
} from '../entries/read-entries.js';
import { parseConfig } from '../parse-config.js';
import { checkGuardrailPatterns } from './check-patterns.js';
import { ConfigNode } from './config-node.js';

const entry = (...patterns: string[]) => ({ name: 'g', kind: 'regex', config: { patterns } });

const USUAL = [
  '(password|secret|token)\\s*[:=]\\s*[^\\s]{8,}',
  '\\b[A-Z0-9._%+-]+@[A-Z0-9.-]+\\.[A-Z]{2,}\\b',
  '(?i)ignore.*previous.*rules',
  '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
  '(x+x+)+y',
  '\\bAPOLLO-\\d{3}\\b',
];
/** Valid, in linear time, and each character of a text costs as much as a page with another pattern. */
const COSTLY = '[a-m][^\\d]{900}\\d';
const ENTITY = { name: 'slow', pattern: '(?:[a-m][a-z]{125}|[b-n][a-z]{125}|[d-q][a-z]{125})\\d' };

describe('patterns are measured when they are made', () => {
  test('usual ones are accepted', async () => {
    expect((await parseNewGuardrailEntry(entry(...USUAL))).problems).toBeUndefined();
  });

  test('one that is too costly on a probe text is rejected, and the message names the field', async () => {
    const [problem] = (await parseNewGuardrailEntry(entry(USUAL[0] ?? '', COSTLY))).problems ?? [];
    expect(problem).toEqual({ path: 'config.patterns[1]', message: expect.stringMatching(/^takes too long/) });
  });

  test('in gateway.yaml too', () => {
    const file = `guardrails: [{ name: g, kind: regex, config: { patterns: ['${COSTLY}'] } }]`;
    expect(() => parseConfig(file, { env: {} })).toThrow(/patterns\[0\].*takes too long/);
  });

  test('one that is stored is not measured again: it would be accepted on one machine and rejected on another', () => {
    expect(parseGuardrailEntry(entry(COSTLY)).problems).toBeUndefined();
    expect(parsePiiPolicy({ custom_entities: [ENTITY] }).problems).toBeUndefined();
  });

  test('the pattern of a custom entity is measured too, and the message names the field', async () => {
    const { problems } = await parseNewPiiPolicy({ custom_entities: [{ name: 'a', pattern: 'K-\\d{6}' }, ENTITY] });
    expect(problems).toEqual([
      { path: 'custom_entities[1].pattern', message: expect.stringMatching(/takes too long/) },
    ]);
  });

  test('measuring ends soon, however many and costly the patterns are', async () => {
    const total = async (fields: object): Promise<number> => sum(await timeSteps(fields));
    await expectWithin(3_000, () => total(entry(...Array.from({ length: 50 }, () => COSTLY))));
    const many = Array.from({ length: 50 }, (_, index) => `[a-m].{${20 + (index % 5)}}\\d`);
    await expectWithin(3_000, () => total(entry(...many)));
  });

  test.each([
    ['one that is too costly', [COSTLY]],
    ['the largest that may be', ['[a-m](?:[^\\d]{950}|[^x]{950}|[^y]{950}|[^z]{950}|[^q]{950})\\d']],
    ['the longest to compile', [`(?i)[^${'\\p{L}'.repeat(60)}]`, '(?i)[^a]']],
    ['many', Array.from({ length: 50 }, (_, index) => `[a-m].{${20 + (index % 5)}}\\d`)],
  ])('no step of it takes long, so that others have a turn: %s', async (_name, patterns) => {
    expect(parseGuardrailEntry(entry(...patterns)).problems).toBeUndefined();
    await expectWithin(100, async () => Math.max(...(await timeSteps(entry(...patterns)))));
  });

  test('others have their turn while a guardrail is measured', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await parseNewGuardrailEntry(entry(...Array.from({ length: 50 }, (_, index) => `[a-m].{${20 + (index % 5)}}\\d`)));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });
});

/** Milliseconds of the processor that each step of measuring a guardrail takes. */
async function timeSteps(fields: object): Promise<number[]> {
  const steps = checkGuardrailPatterns(new ConfigNode(fields), () => undefined);
  const times: number[] = [];
  let isDone = false;
  const step = (): void => {
    isDone = steps.next().done === true;
  };
  while (!isDone) times.push(await processorTimeOf(step));
  return times;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

describe('patterns and keywords that would take long to compile are rejected before they are compiled', () => {
  const WIDE = '(?i)[B-\u{10000}]';

  test.each([
    ['Unicode classes', Array.from({ length: 50 }, () => `(?i)[^${'\\p{L}'.repeat(160)}]`)],
    ['large ranges', Array.from({ length: 50 }, () => WIDE.repeat(80))],
    ['large ranges by number', Array.from({ length: 50 }, () => '(?i)[\\x{42}-\\x{10fffe}]'.repeat(40))],
    [
      'ranges behind what looks like a number',
      Array.from({ length: 50 }, () => '(?i)[\\\\x{1e943}-\u{10000}]'.repeat(40)),
    ],
  ])('%s', async (_name, patterns) => {
    const refuse = (): void => {
      const [problem] = parseGuardrailEntry(entry(...patterns)).problems ?? [];
      expect(problem).toMatchObject({ path: expect.stringMatching(/^config\.patterns\[\d+\]$/) });
    };
    await expectWithin(1_000, () => processorTimeOf(refuse));
    expect(parsePiiPolicy({ custom_entities: [{ name: 'a', pattern: patterns[0] }] }).problems).toBeDefined();
  });

  test('scripts and accents that people write are accepted', () => {
    const usual = ['[А-Яа-яЁё]{2,}', '[À-ÿ]+', '[一-龥]{1,4}', '[\\u0400-\\u04FF]+', '\\p{Lu}\\p{Ll}+ \\p{Lu}\\p{Ll}+'];
    expect(parseGuardrailEntry(entry(...usual)).problems).toBeUndefined();
  });

  test('keywords are counted in the form in which they are compared', () => {
    const keywords = (text: string) => ({ name: 'g', kind: 'keywords', config: { keywords: Array(70).fill(text) } });
    expect(parseGuardrailEntry(keywords('a'.repeat(1_800))).problems).toBeUndefined();
    expect(parseGuardrailEntry(keywords('a'.repeat(1_900))).problems?.[0].path).toBe('config.keywords');
    expect(parseGuardrailEntry(keywords('\uFDFA'.repeat(200))).problems?.[0].path).toBe('config.keywords');
  });
});

describe('a pattern that is a large program is rejected before it is compiled', () => {
  test.each(['(a{100}b){100}', `(${'abc'.repeat(200)}){1000}`, '.{1000}.{1000}.{1000}.{1000}.{1000}.{1000}'])(
    '%s',
    (pattern) => {
      expect(parseGuardrailEntry(entry(pattern)).problems?.[0]).toMatchObject({ path: 'config.patterns[0]' });
    },
  );

  test.each([...USUAL, COSTLY, 'a{3}', '(a{2,5}b){4}', '[]a]{7}', '[^]]{6}x', '\\{3}', 'a{,3}'])(
    'the size of %s is estimated about right',
    (pattern) => {
      const size = RE2JS.compile(pattern).programSize();
      const estimate = estimatePatternSize(pattern);
      expect(estimate * 4 + 10).toBeGreaterThanOrEqual(size);
      expect(estimate).toBeLessThanOrEqual(size * 4 + 20);
    },
  );
});
