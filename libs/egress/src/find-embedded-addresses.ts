import { contains, MAPPED, parseRange } from './address-range.js';
import type { Address } from './parse-address.js';

/** RFC 2765: IPv4 in the last four bytes. (The withdrawn `::/96` of RFC 4291 is rejected like all that is not public.) */
const TRANSLATED = parseRange('::ffff:0:0:0/96');

/** RFC 6052: a NAT64 leads to the IPv4 address in the last four bytes. */
const NAT64 = parseRange('64:ff9b::/96');

/** RFC 3056: a router leads to the IPv4 address in bytes two to five. */
const SIX_TO_FOUR = parseRange('2002::/16');

/** RFC 4380: the server in bytes four to seven, the client, inverted, in the last four. */
const TEREDO = parseRange('2001::/32');

export interface Embedded {
  readonly addresses: readonly Address[];
  /** Just another way to write an IPv4 address, which no name server gives: rejected even where that one is public. */
  readonly disguised: boolean;
}

/** The IPv4 addresses that an IPv6 address leads to; undefined if it leads to none. */
export function findEmbeddedAddresses(address: Address): Embedded | undefined {
  if (address.length === 4) return undefined;
  if (contains(MAPPED, address) || contains(TRANSLATED, address)) {
    return { addresses: [address.slice(12)], disguised: true };
  }
  if (contains(NAT64, address)) return { addresses: [address.slice(12)], disguised: false };
  if (contains(SIX_TO_FOUR, address)) return { addresses: [address.slice(2, 6)], disguised: false };
  if (!contains(TEREDO, address)) return undefined;
  return { addresses: [address.slice(4, 8), address.slice(12).map((byte) => byte ^ 0xff)], disguised: false };
}
