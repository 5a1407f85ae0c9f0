import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SHARED_FIXTURES_BEYOND_TEXT } from '@multilane/testing/shared-fixtures';
import { pauseAfter, RETRY_PAUSES } from './retry-schedule.js';
import { signWebhook } from './sign-webhook.js';

interface Vector {
  readonly name: string;
  readonly secret: string;
  readonly headers: Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>;
  readonly payload: string;
  readonly valid: boolean;
}

/** Vectors for those who verify; a signer is held to those that are valid and have one signature. */
function readVectors(): Vector[] {
  const file = join(SHARED_FIXTURES_BEYOND_TEXT, 'webhooks/standard-webhooks-vectors/vectors.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Vector[]) : [];
}

describe('the signature of a webhook', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' };

  it('is that of the vector which Standard Webhooks publishes', () => {
    expect(signWebhook(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toEqual({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is among those that each published vector accepts, and not among those of an invalid one', () => {
    for (const { headers, name, payload, secret, valid } of readVectors()) {
      if (!secret.startsWith('whsec_')) continue;
      const timestamp = Number(headers['webhook-timestamp']);
      const signed = signWebhook({ id: headers['webhook-id'], timestamp, body: payload }, [secret]);
      const isAccepted = (headers['webhook-signature'] ?? '').split(' ').includes(signed['webhook-signature'] ?? '');
      if (valid) expect([name, isAccepted]).toEqual([name, true]);
    }
  });

  it('is there once for each secret, in their order', () => {
    const [first, second] = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'plain text'];
    const alone = (secret: string) => signWebhook(message, [secret])['webhook-signature'];
    expect(signWebhook(message, [first, second])['webhook-signature']).toBe(`${alone(first)} ${alone(second)}`);
  });
});

describe('the attempts of a delivery (docs/contract/async.md#webhooks)', () => {
  it('are spread over a day, and then there are no more', () => {
    const hours = RETRY_PAUSES.reduce((sum, pause) => sum + pause, 0) / 3600;
    expect(hours).toBeGreaterThan(23);
    expect(hours).toBeLessThan(25);
    expect(pauseAfter(RETRY_PAUSES.length + 1, 0.5)).toBeUndefined();
  });

  it.each([
    ['the first pause', 1, 0.5, 0, 5],
    ['a tenth less at least', 1, 0, 0, 4.5],
    ['a tenth more at most', 1, 1, 0, 5.5],
    ['a longer pause that the receiver asks for', 1, 0.5, 60, 60],
    ['an hour at most of what the receiver asks for', 1, 0.5, 1e9, 3600],
    ['never less than planned', 6, 0.5, 1, 3600],
  ])('come after %s', (_rule, attempts, random, asked, seconds) => {
    expect(pauseAfter(attempts, random, asked)).toBeCloseTo(seconds);
  });
});
