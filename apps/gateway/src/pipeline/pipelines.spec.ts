import { describe, expect, it } from '@jest/globals';
import { CHAT } from './pipelines.js';

describe('the pipelines', () => {
  it('chat checks everything about a request before a provider is called', () => {
    expect(CHAT.map((stage) => stage.name)).toEqual([
      'requireEntitlement',
      'validateChat',
      'checkRoutingHeaders',
      'resolveModel',
      'authorizeModel',
      'checkCapabilities',
      'callUpstream',
      'deliverResponse',
    ]);
  });
});
