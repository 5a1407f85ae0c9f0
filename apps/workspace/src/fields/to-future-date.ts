import { GatewayError } from '@multilane/errors';
import { parseTime } from './is-time.js';

/** The moment that the RFC 3339 time in a field names. Fails with 400 `invalid_value` unless the moment is to come, and within `maxDays` if given. */
export function toFutureDate(param: string, time: string, { maxDays }: { readonly maxDays?: number } = {}): Date {
  const date = parseTime(time);
  const ahead = date.getTime() - Date.now();
  if (ahead <= 0) throw new GatewayError('invalid_value', { param, message: `\`${param}\` must be in the future.` });
  if (maxDays !== undefined && ahead > maxDays * 86_400_000) {
    throw new GatewayError('invalid_value', { param, message: `\`${param}\` must be within ${maxDays} days.` });
  }
  return date;
}
