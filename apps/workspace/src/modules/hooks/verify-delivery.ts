import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { HookScheme } from '@multilane/persistence';

export interface Delivery {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A delivery whose signature is right: what tells it apart from others. */
export interface VerifiedDelivery {
  readonly key: string;
}

/** Deliveries that were signed longer ago, or so far ahead, are rejected. Seconds. */
const TOLERANCE_SECONDS = 5 * 60;
const MOST_SIGNATURES = 10;

/**
 * Checks who sent a delivery (docs/contract/workflows.md#hooks). Undefined: it is not signed with one of the secrets, or not lately.
 *
 * @param now seconds since the epoch
 */
export function verifyDelivery(
  scheme: HookScheme,
  delivery: Delivery,
  secrets: readonly string[],
  now: number,
): VerifiedDelivery | undefined {
  if (scheme === 'stripe') return verifyStripe(delivery, secrets, now);
  if (scheme === 'standard' && delivery.headers['webhook-signature'] !== undefined) {
    return verifyStandard(delivery, secrets, now);
  }
  return verifyHub(delivery, secrets);
}

function verifyStandard(
  { body, headers }: Delivery,
  secrets: readonly string[],
  now: number,
): VerifiedDelivery | undefined {
  const id = textOf(headers['webhook-id']);
  const timestamp = textOf(headers['webhook-timestamp']);
  const signatures = textOf(headers['webhook-signature']);
  if (id === undefined || id.length > 256 || timestamp === undefined || signatures === undefined) return undefined;
  if (!isRecent(timestamp, now)) return undefined;
  const given = signatures
    .split(' ')
    .slice(0, MOST_SIGNATURES)
    .flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : []));
  const isSigned = secrets.some((secret) => {
    const wanted = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest();
    return given.some((signature) => isSame(wanted, Buffer.from(signature, 'base64')));
  });
  return isSigned ? { key: `id ${id}` } : undefined;
}

/** Has no time: deliveries are told apart by their id, or by what they say. */
function verifyHub({ body, headers }: Delivery, secrets: readonly string[]): VerifiedDelivery | undefined {
  const signature = textOf(headers['x-hub-signature-256']);
  if (signature === undefined || !/^sha256=[0-9a-f]{64}$/i.test(signature)) return undefined;
  const given = Buffer.from(signature.slice('sha256='.length), 'hex');
  const isSigned = secrets.some((secret) => isSame(createHmac('sha256', secret).update(body).digest(), given));
  if (!isSigned) return undefined;
  const delivery = textOf(headers['x-github-delivery']);
  const isNamed = delivery !== undefined && /^[\w-]{1,128}$/.test(delivery);
  return { key: isNamed ? `delivery ${delivery}` : `body ${hashOf(body)}` };
}

function verifyStripe(
  { body, headers }: Delivery,
  secrets: readonly string[],
  now: number,
): VerifiedDelivery | undefined {
  const parts = (textOf(headers['stripe-signature']) ?? '').split(',').slice(0, MOST_SIGNATURES);
  const timestamp = parts.find((part) => part.startsWith('t='))?.slice(2);
  if (timestamp === undefined || !isRecent(timestamp, now)) return undefined;
  const given = parts.flatMap((part) => (/^v1=[0-9a-f]{64}$/i.test(part) ? [Buffer.from(part.slice(3), 'hex')] : []));
  const isSigned = secrets.some((secret) => {
    const wanted = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest();
    return given.some((signature) => isSame(wanted, signature));
  });
  return isSigned ? { key: `stripe ${hashOf(body)}` } : undefined;
}

function isRecent(timestamp: string, now: number): boolean {
  return /^\d{1,12}$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= TOLERANCE_SECONDS;
}

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);
const textOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
const hashOf = (body: string): string => createHash('sha256').update(body).digest('hex');

/** A secret of Standard Webhooks is the key in Base64 behind `whsec_`; any other is the key itself, in UTF-8. */
function keyOf(secret: string): Buffer {
  return secret.startsWith('whsec_')
    ? Buffer.from(secret.slice('whsec_'.length), 'base64')
    : Buffer.from(secret, 'utf8');
}
