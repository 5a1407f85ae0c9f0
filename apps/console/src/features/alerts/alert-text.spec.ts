import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sentenceOfAlert } from './alert-text.js';
import { RULE_KINDS } from './rule-values.js';

const told = (language: string): Readonly<Record<string, string>> => {
  const file = new URL(`../../locales/${language}/alerts.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { told: Record<string, string> }).told;
};

describe('the sentence of an alert', () => {
  it.each(['en', 'zh-CN'])('is there for each kind, of one subject and of all requests: %s', (language) => {
    const keys = RULE_KINDS.flatMap((kind) =>
      ['', 'team'].flatMap((subject) =>
        [0, 10].map((threshold) => sentenceOfAlert({ kind, subject_name: subject, threshold, value: 1 }, language).key),
      ),
    );
    const missing = keys.filter((key) => told(language)[key.replace('told.', '')] === undefined);
    expect([...new Set(missing)]).toEqual([]);
  });

  it.each([
    ['error_rate', 12.4, { value: '12%', threshold: '10%' }],
    ['latency', 31_500, { value: '31.5秒', threshold: '10毫秒' }],
    ['spend', 12.5, { value: 'US$12.50' }],
    ['backlog', 1_200, { value: '1,200' }],
  ] as const)('has the amounts of its kind in the reader’s language: %s', (kind, value, shown) => {
    const { values } = sentenceOfAlert({ kind, subject_name: 'x', threshold: 10, value }, 'zh-CN');
    expect(values).toMatchObject(shown);
  });
});
