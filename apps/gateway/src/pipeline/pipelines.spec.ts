import { describe, expect, it } from '@jest/globals';
import { INFERENCE } from './pipelines.js';

describe('the pipelines', () => {
  it('for the answer of a model check everything about a request before a provider is called', () => {
    expect(INFERENCE.map((stage) => stage.name)).toEqual([
      'requireEntitlement',
      'validateRequest',
      'attributeRequest',
      'chooseRouting',
      'resolveModel',
      'authorizeModel',
      'planServing',
      'checkCapabilities',
      'admitRunning',
      'checkReferences',
      'checkBudgets',
      'guardInput',
      'lookupCache',
      'reserveBudgets',
      'admitTokens',
      'answerLocally',
      'callUpstream',
      'deliverResponse',
    ]);
  });
});
