import { describe, expect, it } from '@jest/globals';
import { findModelFacts } from './find-model-facts.js';

describe('findModelFacts', () => {
  it.each([
    ['gpt-5.4', 'both', true],
    ['gpt-5.4-mini-2026-03-17', 'both', true],
    ['GPT-5.5', 'both', true],
    ['gpt-5-codex', 'responses', undefined],
    ['gpt-5.5-pro', 'responses', undefined],
    ['gpt-4.1', 'both', undefined],
    ['gpt-4o', undefined, undefined],
    ['gpt-5.40x', undefined, undefined],
  ] as const)('knows which format %s is served in', (model, api, toolsNeedResponses) => {
    const facts = findModelFacts('openai', model);
    expect({ api: facts.api, toolsNeedResponses: facts.toolsNeedResponses }).toEqual({ api, toolsNeedResponses });
  });

  it('knows nothing of a model that no row names', () => {
    expect(findModelFacts('vllm', 'anything')).toEqual({});
  });

  it("merges an operator's rows over the table's", () => {
    const own = [{ models: /^gpt-5\.5$/, efforts: ['low'] }];
    expect(findModelFacts('openai', 'gpt-5.5', own)).toMatchObject({ efforts: ['low'], toolsNeedResponses: true });
  });
});
