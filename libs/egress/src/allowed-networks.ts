import { type AddressRange, contains, parseRange } from './address-range.js';
import { findEmbeddedAddresses } from './find-embedded-addresses.js';
import type { Address } from './parse-address.js';
import { CLOUD_METADATA } from './reserved-ranges.js';

const METADATA: ReadonlySet<string> = new Set(CLOUD_METADATA.map((text) => keyOf(parseRange(text).address)));

/** Networks that the operator lists under `network.allow_private`. */
export class AllowedNetworks {
  private readonly ranges: readonly AddressRange[];
  private readonly single: ReadonlySet<string>;

  constructor(ranges: readonly AddressRange[]) {
    this.ranges = ranges;
    this.single = new Set(
      ranges.filter(({ address, prefix }) => prefix === address.length * 8).map(({ address }) => keyOf(address)),
    );
  }

  /** True if the address is listed: by a range, or by itself if it is or leads to a cloud's metadata. */
  covers(address: Address): boolean {
    if (this.ranges.length === 0) return false;
    if (isMetadata(address)) return this.single.has(keyOf(address));
    return this.ranges.some((range) => contains(range, address));
  }
}

/**
 * Reads `network.allow_private`.
 *
 * @param list IP addresses and CIDR ranges
 * @throws TypeError for an entry that is neither
 */
export function parseAllowedNetworks(list: readonly string[]): AllowedNetworks {
  return new AllowedNetworks(list.map(parseRange));
}

function isMetadata(address: Address): boolean {
  if (METADATA.has(keyOf(address))) return true;
  return findEmbeddedAddresses(address)?.addresses.some((each) => METADATA.has(keyOf(each))) ?? false;
}

function keyOf(address: Address): string {
  return address.join('.');
}
