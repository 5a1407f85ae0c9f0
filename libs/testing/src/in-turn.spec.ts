import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { testDatabases } from './databases/test-databases.js';
import { databasesInTurn, inTurn, isDue, takeTurns } from './in-turn.js';

const PARTS = ['0', '1', '2', '3', '4', '5'];
const TITLES = ['a', 'b', 'c', 'a test with a long title', 'ein Test', '测试'];

const VARIABLES = ['TEST_EXHAUSTIVE', 'TEST_DATABASES'] as const;

let before: (string | undefined)[];

beforeEach(() => {
  before = VARIABLES.map((name) => process.env[name]);
  delete process.env.TEST_DATABASES;
});

afterEach(() => {
  for (const [index, name] of VARIABLES.entries()) {
    const value = before[index];
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

/** What a function says in each part of the exhaustive tests. */
function inEachPart<T>(say: () => T): T[] {
  return PARTS.map((part) => {
    process.env.TEST_EXHAUSTIVE = part;
    return say();
  });
}

describe('exhaustive tests beside others', () => {
  it.each(TITLES)('are due in one part of six: %s', (title) => {
    expect(inEachPart(() => isDue(title)).filter(Boolean)).toHaveLength(1);
  });

  it.each(TITLES)('have rows of which the first is in each part, and each other one in one: %s', (title) => {
    const rows = Array.from({ length: 20 }, (_, row) => row);
    const chosen = inEachPart(() => inTurn(title, rows));
    for (const row of rows) {
      expect([row, chosen.filter((each) => each.includes(row)).length]).toEqual([row, row === 0 ? 6 : 1]);
    }
  });

  it('are defined where they are due, with all that was given', () => {
    const defined: unknown[][] = [];
    const take = takeTurns((...given: [title: string, body: number, limit?: number]) => defined.push(given));
    const due = inEachPart(() => take('a', 1, 2));
    expect([due.length, defined]).toEqual([6, [['a', 1, 2]]]);
  });

  it.each([undefined, '', 'all'])('all run where the part is %j', (part) => {
    if (part === undefined) delete process.env.TEST_EXHAUSTIVE;
    else process.env.TEST_EXHAUSTIVE = part;
    expect([isDue('a'), inTurn('a', [1, 2, 3])]).toEqual([true, [1, 2, 3]]);
  });

  it('run on one database each time, and on the other one in its turn, wherever the project is', () => {
    const chosen = inEachPart(() => databasesInTurn('/one/place/some.spec.ts').map(({ name }) => name));
    expect(inEachPart(() => databasesInTurn('/another/some.spec.ts').map(({ name }) => name))).toEqual(chosen);
    delete process.env.TEST_EXHAUSTIVE;
    const all = databasesInTurn('some.spec.ts').map(({ name }) => name);
    expect(chosen.map(([name]) => name)).toEqual(PARTS.map(() => all[0]));
    expect(chosen.filter(({ length }) => length === all.length)).toHaveLength(all.length === 1 ? 6 : 1);
  });

  it('run on every database each time where TEST_DATABASES asks for all', () => {
    process.env.TEST_DATABASES = 'all';
    const sizes = inEachPart(() => databasesInTurn('some.spec.ts').length);
    expect(new Set(sizes)).toEqual(new Set([testDatabases().length]));
  });
});
