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

interface Count {
  readonly right: number;
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
}

const FIXTURES = join(import.meta.dirname, '../../fixtures/pii');
const DOCS = readFileSync(join(import.meta.dirname, '../../../../docs/guardrails.md'), 'utf8');

/** Secrets have tests of their own. */
const PERSONAL = ENTITY_NAMES.filter((entity) => entity !== 'secret');

const PLAN = planScan(new Set(PERSONAL));

/** The texts that the recognisers were fixed by, and those that were written before and never used to change them. */
const TUNED = readTexts('corpus.jsonl');
const HELD_OUT = readTexts('held-out.jsonl');

/** Least precision, then least recall. Of the smaller set one error is up to four per cent of an entity. */
const FLOORS = { tuned: [0.98, 0.95], heldOut: [0.95, 0.95], together: [0.98, 0.95] } as const;

function readTexts(name: string): readonly LabelledText[] {
  return readFileSync(join(FIXTURES, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LabelledText);
}

/** An entity is right where it has the label and the very text. */
function count(texts: readonly LabelledText[], entity: EntityName): Count {
  let right = 0;
  const wrong: string[] = [];
  const missed: string[] = [];
  for (const { text, entities } of texts) {
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

const precisionOf = ({ right, wrong }: Count): number => right / (right + wrong.length);
const recallOf = ({ right, missed }: Count): number => right / (right + missed.length);

function columns(counted: Count): string {
  return `${precisionOf(counted).toFixed(2)} | ${recallOf(counted).toFixed(2)} | ${counted.right + counted.missed.length}`;
}

describe('the engine of personal data, on labelled texts', () => {
  test('the corpus has at least 600 true entities and 600 texts with none', () => {
    const entities = TUNED.reduce((sum, text) => sum + text.entities.length, 0);
    const nearMisses = TUNED.filter((text) => text.entities.length === 0).length;
    expect({ entities, nearMisses }).toEqual({ entities: 1056, nearMisses: 972 });
    expect(entities).toBeGreaterThanOrEqual(600);
    expect(nearMisses).toBeGreaterThanOrEqual(600);
    expect(HELD_OUT.length).toBeGreaterThanOrEqual(400);
  });

  test('no text is in both sets', () => {
    const tuned = new Set(TUNED.map(({ text }) => text));
    expect(HELD_OUT.filter(({ text }) => tuned.has(text))).toEqual([]);
  });

  test.each(PERSONAL)('%s: precision and recall hold, and the docs state them', (entity) => {
    const tuned = count(TUNED, entity);
    const heldOut = count(HELD_OUT, entity);
    const together = count([...TUNED, ...HELD_OUT], entity);
    process.stdout.write(
      `${entity}: tuned ${columns(tuned)}, held out ${columns(heldOut)} (precision | recall | true)\n` +
        [...tuned.wrong, ...heldOut.wrong].map((each) => `  wrong: ${each}\n`).join('') +
        [...tuned.missed, ...heldOut.missed].map((each) => `  missed: ${each}\n`).join(''),
    );
    for (const [counted, [precision, recall]] of [
      [tuned, FLOORS.tuned],
      [heldOut, FLOORS.heldOut],
      [together, FLOORS.together],
    ] as const) {
      expect(precisionOf(counted)).toBeGreaterThanOrEqual(precision);
      expect(recallOf(counted)).toBeGreaterThanOrEqual(recall);
    }
    expect(DOCS).toContain(`| \`${entity}\` | ${columns(tuned)} | ${columns(heldOut)} |`);
  });
});
