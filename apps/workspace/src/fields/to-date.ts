import { GatewayError } from '@multilane/errors';

/** The moment that a checked RFC 3339 time names: small letters are capital ones, a leap second is the one after it. */
export function toDate(time: string): Date {
  const isLeapSecond = time.slice(17, 19) === '60';
  const plain = isLeapSecond ? `${time.slice(0, 17)}59${time.slice(19)}` : time;
  return new Date(Date.parse(plain.toUpperCase()) + (isLeapSecond ? 1000 : 0));
}

/** The same, of a field. Fails with 400 `invalid_value` unless the moment is to come, and within `maxDays` if given. */
export function toFutureDate(param: string, time: string, { maxDays }: { readonly maxDays?: number } = {}): Date {
  const date = toDate(time);
  const ahead = date.getTime() - Date.now();
  if (ahead <= 0) throw new GatewayError('invalid_value', { param, message: `\`${param}\` must be in the future.` });
  if (maxDays !== undefined && ahead > maxDays * 86_400_000) {
    throw new GatewayError('invalid_value', { param, message: `\`${param}\` must be within ${maxDays} days.` });
  }
  return date;
}
