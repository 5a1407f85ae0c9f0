import { contains } from './address-range.js';
import type { AllowedNetworks } from './allowed-networks.js';
import { findEmbeddedAddresses } from './find-embedded-addresses.js';
import { type Address, parseAddress } from './parse-address.js';
import { GLOBAL_V6, RESERVED_V4, RESERVED_V6 } from './reserved-ranges.js';

/**
 * True if people may not name this address (docs/contract/egress.md#addresses): everything but the public internet,
 * unless the operator lists it. An IPv6 address that leads to IPv4 addresses is judged by those.
 *
 * @param ip in text form, perhaps with a zone; text that is no address is forbidden
 */
export function isForbiddenAddress(ip: string, allowed: AllowedNetworks): boolean {
  const address = parseAddress(ip);
  return address === undefined || isForbidden(address, allowed);
}

function isForbidden(address: Address, allowed: AllowedNetworks): boolean {
  if (allowed.covers(address)) return false;
  if (address.length === 4) return RESERVED_V4.some((range) => contains(range, address));
  const embedded = findEmbeddedAddresses(address);
  if (embedded === undefined) {
    return !contains(GLOBAL_V6, address) || RESERVED_V6.some((range) => contains(range, address));
  }
  return embedded.addresses.some((each) => (embedded.disguised ? !allowed.covers(each) : isForbidden(each, allowed)));
}
