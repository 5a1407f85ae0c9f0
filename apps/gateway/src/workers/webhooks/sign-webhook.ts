import { createHmac } from 'node:crypto';

/** Marks a secret whose rest is the key in base64 (Standard Webhooks). */
const PREFIX = 'whsec_';

export interface SignedMessage {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * The headers of a webhook as Standard Webhooks has them: one signature for each secret, so that receivers can change from one to the
 * other. A secret without `whsec_` is the key itself, in UTF-8.
 */
export function signWebhook(
  { id, timestamp, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
    return `v1,${mac}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

function keyOf(secret: string): Buffer {
  return secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret, 'utf8');
}
