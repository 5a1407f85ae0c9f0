import { describe, expect, it } from '@jest/globals';
import { GatewayError } from './gateway-error.js';

describe('GatewayError', () => {
  it('knows where it was made if it is a failure of the gateway', () => {
    expect(new GatewayError('internal_error').stack).toContain('gateway-error.spec');
  });

  it('does not look it up for a refusal, and leaves other errors as they are', () => {
    expect(new GatewayError('invalid_api_key').stack).not.toContain('gateway-error.spec');
    expect(new Error('other').stack).toContain('gateway-error.spec');
  });
});
