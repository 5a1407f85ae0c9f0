import { describe, expect, it } from '@jest/globals';
import { whyNoPayload } from './why-no-payload.js';

const ARRIVED = new Date('2026-11-01T00:00:00Z');
const A_WEEK_LATER = Date.parse('2026-11-08T00:00:00Z');

describe('a request without a payload', () => {
  it.each([
    ['payloads_off', 'payloads are not captured', false, A_WEEK_LATER],
    ['payload_expired', 'its payload would be deleted by now', true, A_WEEK_LATER],
    ['payload_not_captured', 'its payload would still be there', true, A_WEEK_LATER - 1],
  ])('is answered %s if %s', (code, _, capture_payloads, now) => {
    expect(whyNoPayload(ARRIVED, now, { capture_payloads, payload_retention_days: 7 })).toBe(code);
  });
});
