import { describe, expect, test } from '@jest/globals';
import { chooseSampling } from './choose-sampling.js';

describe('sampling for models that reject temperature and top_p together', () => {
  test.each([
    ['a temperature alone', { temperature: 0.5 }, { temperature: 0.5 }, []],
    ['a top_p alone', { top_p: 0.9 }, { topP: 0.9 }, []],
    ['a top_p of 1 alone', { top_p: 1 }, { topP: 1 }, []],
    ['top_p at its default beside a temperature', { temperature: 0.5, top_p: 1 }, { temperature: 0.5 }, []],
    ['a temperature at its default beside top_p', { temperature: 1, top_p: 0.9 }, { topP: 0.9 }, []],
    ['both at their defaults', { temperature: 1, top_p: 1 }, { temperature: 1 }, []],
    ['both', { temperature: 0.5, top_p: 0.9 }, { temperature: 0.5, topP: 0.9 }, []],
    ['both at 0', { temperature: 0, top_p: 0 }, { temperature: 0, topP: 0 }, []],
    ['a temperature above the range beside top_p', { temperature: 2, top_p: 0.9 }, { topP: 0.9 }, ['temperature']],
    ['neither', { temperature: null, top_p: null }, {}, []],
  ] as const)('%s', (_name, request, sampling, lost) => {
    const losses: string[] = [];
    expect(chooseSampling(request as never, { lose: (name) => void losses.push(name) })).toEqual(sampling);
    expect(losses).toEqual(lost);
  });
});
