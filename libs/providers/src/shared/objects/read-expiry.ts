import type { UploadForm } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
/** The reference's own bound. */
const LONGEST_DAYS = 30;

/** Value of a file's `expires_after`, or of a batch's `output_expires_after`. */
export interface Expiry {
  readonly anchor?: unknown;
  readonly seconds?: unknown;
}

/**
 * Reads the seconds for which a file is stored whose upload says so; undefined if it says nothing. Throws as
 * `readExpiry` does.
 */
export function readUploadExpiry(form: UploadForm | undefined, longestDays = LONGEST_DAYS): number | undefined {
  const anchor = form?.field('expires_after[anchor]');
  const seconds = form?.field('expires_after[seconds]');
  if (anchor === undefined && seconds === undefined) return undefined;
  const isNumber = seconds !== undefined && /^\d{1,9}$/.test(seconds);
  const asked = { anchor, seconds: isNumber ? Number(seconds) : seconds };
  return readExpiry(asked, (member) => `expires_after[${member}]`, longestDays);
}

/**
 * The seconds of an expiry (developers.openai.com/api/reference, "Upload file").
 *
 * @param nameOf How the body names a member of it: forms and JSON differ.
 * @param longestDays What whoever stores the file stores it for at most.
 * @throws GatewayError 400 `invalid_value`
 */
export function readExpiry(
  { anchor, seconds }: Expiry,
  nameOf: (member: 'anchor' | 'seconds') => string,
  longestDays = LONGEST_DAYS,
): number {
  const longest = Math.min(longestDays, LONGEST_DAYS) * DAY_SECONDS;
  if (anchor !== 'created_at') throw refuse(nameOf('anchor'), 'must be created_at');
  const isWithin = Number.isInteger(seconds) && Number(seconds) >= HOUR_SECONDS && Number(seconds) <= longest;
  if (!isWithin) throw refuse(nameOf('seconds'), `must be an integer from ${HOUR_SECONDS} to ${longest}`);
  return Number(seconds);
}

function refuse(param: string, rule: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` ${rule}.` });
}
