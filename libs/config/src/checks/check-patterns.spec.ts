import { describe, expect, test } from '@jest/globals';
import { RE2JS } from 're2js';
import { parseConfig } from '../parse-config.js';
import { parseGuardrailEntry, parseNewGuardrailEntry } from '../read-entries.js';
import { estimatePatternSize } from '../schema/estimate-pattern-size.js';

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

describe('patterns are measured when they are made', () => {
  test('usual ones are taken', () => {
    expect(parseNewGuardrailEntry(entry(...USUAL)).problems).toBeUndefined();
  });

  test('one that is too costly on a probe text is refused, and the message names the field', () => {
    const [problem] = parseNewGuardrailEntry(entry(USUAL[0] ?? '', COSTLY)).problems ?? [];
    expect(problem).toEqual({ path: 'config.patterns[1]', message: expect.stringMatching(/^takes too long/) });
  });

  test('in gateway.yaml too', () => {
    const file = `guardrails: [{ name: g, kind: regex, config: { patterns: ['${COSTLY}'] } }]`;
    expect(() => parseConfig(file, { env: {} })).toThrow(/patterns\[0\].*takes too long/);
  });

  test('one that is stored is not measured again: it would be taken on one machine and refused on another', () => {
    expect(parseGuardrailEntry(entry(COSTLY)).problems).toBeUndefined();
  });

  test('measuring is bounded in time, however many and costly the patterns are', () => {
    const start = process.threadCpuUsage();
    parseNewGuardrailEntry(entry(...Array.from({ length: 50 }, () => COSTLY)));
    parseNewGuardrailEntry(entry(...Array.from({ length: 50 }, (_, index) => `[a-m].{${20 + (index % 5)}}\\d`)));
    const { system, user } = process.threadCpuUsage(start);
    expect((system + user) / 1_000).toBeLessThan(3_000);
  });
});

describe('a pattern that is a large program is refused before it is compiled', () => {
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
