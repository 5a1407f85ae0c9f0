import { describe, expect, it } from '@jest/globals';
import { findMostSimilar, listComparable } from './find-most-similar.js';
import { MemoryQuestions } from './memory-questions.js';
import { packQuestion, unpackQuestion } from './pack-question.js';
import type { SimilarQuestion } from './similar-questions.js';

const question = (answerKey: string, more: Partial<SimilarQuestion> = {}): SimilarQuestion => ({
  requestId: `request of ${answerKey}`,
  answerKey,
  idSeed: 's',
  order: [{ language: 'en', words: [{ text: 'a', isFact: false, isName: false }] }],
  model: undefined,
  vector: undefined,
  ...more,
});
const place = (group: string, scope = 's', owner = 'o') => ({ owner, scope, group });
const BOUNDS = { ttlSeconds: 10, maxEntries: 3 };
const LOOSE = { ttlSeconds: 10, maxEntries: 10_000 };

function open() {
  let now = 0;
  const questions = new MemoryQuestions(() => now);
  return { questions, pass: (ms: number) => (now += ms) };
}
const keysOf = (found: readonly SimilarQuestion[]) => found.map(({ answerKey }) => answerKey);

describe('questions in memory', () => {
  it('are found by owner, scope and group, and by nothing else', () => {
    const { questions } = open();
    questions.store(place('g'), question('k'), BOUNDS);
    expect(keysOf(questions.find(place('g')))).toEqual(['k']);
    expect(questions.find(place('h'))).toEqual([]);
    expect(questions.find(place('g', 'other'))).toEqual([]);
    expect(questions.find(place('g', 's', 'other'))).toEqual([]);
  });

  it('end with their time', () => {
    const { pass, questions } = open();
    questions.store(place('g'), question('k'), BOUNDS);
    pass(9_999);
    expect(questions.find(place('g'))).toHaveLength(1);
    pass(1);
    expect(questions.find(place('g'))).toEqual([]);
  });

  it('keep the last four wordings of a group, each once', () => {
    const { questions } = open();
    for (const key of ['a', 'b', 'c', 'd', 'e', 'c']) questions.store(place('g'), question(key), BOUNDS);
    expect(keysOf(questions.find(place('g')))).toEqual(['c', 'e', 'd', 'b']);
  });

  it('give way in the order in which they were stored, in their own scope', () => {
    const { questions } = open();
    questions.store(place('other', 'other'), question('k'), BOUNDS);
    for (const group of ['a', 'b', 'a', 'c', 'd']) questions.store(place(group), question(group), BOUNDS);
    expect(['a', 'b', 'c', 'd'].map((group) => questions.find(place(group)).length)).toEqual([1, 0, 1, 1]);
    expect(questions.find(place('other', 'other'))).toHaveLength(1);
    expect(questions.size).toBe(4);
  });

  it('take no more memory than 64 MB, however long they are', () => {
    const { questions } = open();
    const words = Array.from({ length: 1_000 }, (_, at) => ({ text: `w${at}`, isFact: false, isName: false }));
    const long = question('k', { order: [{ language: 'en', words }] });
    for (let at = 0; at < 3_000; at += 1) questions.store(place(`${at}`, `${at % 7}`), long, LOOSE);
    // Each takes about 100 kB.
    expect(questions.size).toBeGreaterThan(300);
    expect(questions.size).toBeLessThan(700);
    expect(questions.find(place('2999', `${2_999 % 7}`))).toHaveLength(1);
    expect(questions.find(place('0', '0'))).toHaveLength(0);
  });

  it('of one organization leave room for those of others, in however many scopes they are', () => {
    const { questions } = open();
    questions.store(place('g', 's', 'small'), question('k'), BOUNDS);
    const vector = new Float32Array(3_072);
    for (let at = 0; at < 10_000; at += 1) {
      questions.store(place(`${at}`, `${at % 3_000}`, 'greedy'), question('k', { vector }), LOOSE);
    }
    questions.store(place('h', 's', 'small'), question('k'), BOUNDS);
    expect(questions.find(place('g', 's', 'small'))).toHaveLength(1);
    expect(questions.find(place('h', 's', 'small'))).toHaveLength(1);
  });
});

describe('a question outside of the process', () => {
  it('comes back as it was, with its vector', () => {
    const kept = question('k', { model: 'builtin', vector: new Float32Array([0.6, -0.8]) });
    expect(unpackQuestion(packQuestion(kept))).toEqual(kept);
    expect(unpackQuestion(packQuestion(question('k')))).toEqual(question('k'));
  });

  it.each(['', '{', 'null', '[]', '{}', '{"answerKey":"k","idSeed":"s","requestId":"r","order":[{}]}'])(
    'is none if it was made of something else: %s',
    (text) => {
      expect(unpackQuestion(text)).toBeUndefined();
    },
  );
});

describe('the most similar question', () => {
  const vectors = [
    question('far', { model: 'm', vector: new Float32Array([0, 1]) }),
    question('near', { model: 'm', vector: new Float32Array([0.8, 0.6]) }),
    question('other size', { model: 'm', vector: new Float32Array([1, 0, 0]) }),
  ];

  it('is that with the largest cosine; vectors of another size are of no use', () => {
    const found = findMostSimilar(vectors, new Float32Array([1, 0]));
    expect(found?.question.answerKey).toBe('near');
    expect(found?.similarity).toBeCloseTo(0.8, 6);
    expect(findMostSimilar(vectors.slice(2), new Float32Array([1, 0]))?.similarity).toBe(-1);
  });

  it('has similarity 1 without vectors, and none is found of nothing', () => {
    expect(findMostSimilar([question('k')], undefined)?.similarity).toBe(1);
    expect(findMostSimilar([], undefined)).toBeUndefined();
    expect(findMostSimilar(vectors, undefined)?.similarity).toBe(-1);
  });

  it('is looked for among those of the same model and order', () => {
    const { order } = question('k');
    expect(keysOf(listComparable(vectors, order, 'm'))).toEqual(['far', 'near', 'other size']);
    expect(listComparable(vectors, order, 'other')).toEqual([]);
    expect(listComparable(vectors, [...order, ...order], 'm')).toEqual([]);
  });
});
