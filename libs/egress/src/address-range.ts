import { isIP } from 'node:net';
import { type Address, parseAddress } from './parse-address.js';

/** All addresses that share their first `prefix` bits with `address`. */
export interface AddressRange {
  readonly address: Address;
  /** 0 to 32, or to 128. */
  readonly prefix: number;
}

/**
 * Reads an address or a CIDR range. Bits behind the prefix do not count; an IPv4-mapped range (`::ffff:10.0.0.0/104`) is
 * the IPv4 range. Throws a `TypeError` for anything else.
 */
export function parseRange(text: string): AddressRange {
  const [host = '', bits, ...rest] = text.split('/');
  const address = isIP(host) === 0 || host.includes('%') ? undefined : parseAddress(host);
  const longest = (address?.length ?? 0) * 8;
  const prefix = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (address === undefined || rest.length > 0 || !(prefix <= longest)) {
    throw new TypeError('not an IP address or a CIDR range');
  }
  if (prefix >= 96 && contains(MAPPED, address)) return { address: address.slice(12), prefix: prefix - 96 };
  return { address, prefix };
}

/** True if the address lies in the range; one of the other version never does. */
export function contains({ address: base, prefix }: AddressRange, address: Address): boolean {
  if (base.length !== address.length) return false;
  const whole = prefix >> 3;
  for (let index = 0; index < whole; index += 1) {
    if (base[index] !== address[index]) return false;
  }
  const rest = prefix & 7;
  return rest === 0 || (((base[whole] ?? 0) ^ (address[whole] ?? 0)) & (0xff << (8 - rest)) & 0xff) === 0;
}

/** IPv4 addresses written as IPv6 (RFC 4291 section 2.5.5.2): `::ffff:0:0/96`. */
export const MAPPED: AddressRange = {
  address: Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0),
  prefix: 96,
};
