import { Secret, TOTP } from 'otpauth';

/** RFC 6238 with the values that every authenticator app supports. */
const RULES = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

const CODE = /^[0-9]{6}$/;

/** Bytes of a secret: those of the hash, as RFC 4226 section 4 recommends. */
const SECRET_BYTES = 20;

/** Time steps before and after the present one whose codes are accepted, for clocks that differ. */
const TOLERANCE = 1;

/** Returns a new secret of an authenticator app, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the address (`otpauth://totp/…`) that authenticator apps read from a QR code. */
export function toTotpAddress(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  return new TOTP({ ...RULES, issuer, label: account, secret: Secret.fromBase32(secret) }).toString();
}

/**
 * Finds the time step whose code was given. Undefined for a wrong code, and for one that is older or newer than one step.
 * A caller accepts only steps after the last one that was used.
 *
 * @param now milliseconds since the epoch
 */
export function findTotpStep(secret: string, code: string, now: number): number | undefined {
  // The library throws for some texts of six characters that are no digits.
  if (!CODE.test(code)) return undefined;
  const totp = new TOTP({ ...RULES, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: TOLERANCE });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}

/** Returns the code of a moment, as an authenticator app shows it. */
export function totpCodeAt(secret: string, now: number): string {
  return new TOTP({ ...RULES, secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
}
