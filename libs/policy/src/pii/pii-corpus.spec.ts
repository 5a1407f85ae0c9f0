import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ENTITY_NAMES, type EntityName } from './entities.js';
import { type FoundEntity, listEntities } from './list-entities.tools.spec.js';
import { planScan } from './scan-text.js';

interface LabelledText {
  readonly text: string;
  readonly entities: readonly FoundEntity[];
}

const CORPUS = readFileSync(join(import.meta.dirname, '../../fixtures/pii/corpus.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as LabelledText);

const PLAN = planScan(new Set(ENTITY_NAMES));

/** What may not be undercut, for each entity: precision, then recall. */
const FLOORS: Readonly<Record<EntityName, readonly [number, number]>> = {
  email: [0.98, 0.98],
  phone: [0.97, 0.95],
  credit_card: [0.98, 0.93],
  iban: [0.99, 0.99],
  us_ssn: [0.98, 0.98],
  ip_address: [0.97, 0.98],
};

/** An entity is right where it has the label and the very text. */
function count(entity: EntityName): { right: number; wrong: string[]; missed: string[] } {
  let right = 0;
  const wrong: string[] = [];
  const missed: string[] = [];
  for (const { text, entities } of CORPUS) {
    const wanted = entities.filter((each) => each.entity === entity).map(({ value }) => value);
    for (const found of listEntities(text, PLAN)) {
      if (found.entity !== entity) continue;
      const index = wanted.indexOf(found.value);
      if (index < 0) wrong.push(`${found.value} in ${text}`);
      else {
        wanted.splice(index, 1);
        right++;
      }
    }
    missed.push(...wanted.map((value) => `${value} in ${text}`));
  }
  return { right, wrong, missed };
}

describe(`the engine of personal data, on ${CORPUS.length} labelled texts`, () => {
  test.each([...ENTITY_NAMES])('%s: precision and recall', (entity) => {
    const { right, wrong, missed } = count(entity);
    const precision = right / (right + wrong.length);
    const recall = right / (right + missed.length);
    process.stdout.write(
      `${entity}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} ` +
        `(${right} right, ${wrong.length} wrong, ${missed.length} missed)\n` +
        [...wrong.map((each) => `  wrong: ${each}\n`), ...missed.map((each) => `  missed: ${each}\n`)].join(''),
    );
    expect(precision).toBeGreaterThanOrEqual(FLOORS[entity][0]);
    expect(recall).toBeGreaterThanOrEqual(FLOORS[entity][1]);
  });
});
