import { parseAddress } from '@multilane/egress';

/** IPv4 addresses as IPv6 sockets see them: `::ffff:0:0/96`. */
const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

/**
 * Returns the network that an address is throttled by: an IPv4 address by itself, an IPv6 address by its /64, which is the least that one
 * subscriber has. Anything else, such as the path of a socket, stands for itself.
 */
export function networkOf(text: string): string {
  const address = parseAddress(text);
  if (address === undefined) return text;
  if (address.length === 4) return address.join('.');
  if (MAPPED.every((byte, index) => address[index] === byte)) return address.slice(12).join('.');
  return `${Buffer.from(address.subarray(0, 8)).toString('hex')}::/64`;
}
