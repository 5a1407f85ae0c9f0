import type { GatewayConfig } from '@multilane/config';
import type { ErrorCode } from '@multilane/errors';

export type CaptureSettings = Pick<GatewayConfig['audit'], 'capture_payloads' | 'payload_retention_days'>;

const A_DAY_MS = 86_400_000;

/**
 * Finds the reason for which no payload of a request is stored, as far as the present settings tell.
 *
 * @param now in milliseconds since the epoch
 */
export function whyNoPayload(arrivedAt: Date, now: number, settings: CaptureSettings): ErrorCode {
  if (!settings.capture_payloads) return 'payloads_off';
  const expiresAt = arrivedAt.getTime() + settings.payload_retention_days * A_DAY_MS;
  return expiresAt <= now ? 'payload_expired' : 'payload_not_captured';
}
