import { describe, expect, it } from '@jest/globals';
import { arrangeModels } from './provider-models.js';

describe('the order of models', () => {
  it.each([
    ['alphabetical', ['b', 'a', 'c'], [], ['a', 'b', 'c']],
    ['preferred ones first, in their order', ['a', 'b', 'c', 'd'], ['d', 'b'], ['d', 'b', 'a', 'c']],
    ['preferred ones only where the provider has them', ['b', 'a'], ['gone', 'b'], ['b', 'a']],
    ['each once', ['a', 'b', 'a'], ['b', 'b'], ['b', 'a']],
    ['nothing', [], ['a'], []],
  ])('%s', (_, names, preferred, expected) => {
    expect(arrangeModels(names, preferred)).toEqual(expected);
  });

  it('ends at forty, the preferred ones among them', () => {
    const names = Array.from({ length: 60 }, (_, index) => `model-${String(index).padStart(2, '0')}`);
    const arranged = arrangeModels(names, ['model-59']);
    expect(arranged).toHaveLength(40);
    expect([arranged[0], arranged.at(-1)]).toEqual(['model-59', 'model-38']);
  });
});
