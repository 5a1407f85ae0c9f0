/** The four octets of an IPv4 address. */
export type Octets = readonly [number, number, number, number];

/**
 * True if an address can be one person's or machine's (IANA, IPv4 Special-Purpose Address Registry): not "this
 * network", loopback, multicast, reserved or mask, no link-local address, which a machine gives itself and clouds serve
 * their secrets at, and neither a network of itself nor all of its hosts, which end in 0 and 255.
 */
export function isPersonalV4([a, b, , d]: Octets): boolean {
  if (a === 0 || a === 127 || a >= 224 || d === 0 || d === 255) return false;
  return !(a === 169 && b === 254);
}

/** RFC 5737. */
export function isDocumentationV4([a, b, c]: Octets): boolean {
  return (
    (a === 192 && b === 0 && c === 2) || (a === 198 && b === 51 && c === 100) || (a === 203 && b === 0 && c === 113)
  );
}

/** RFC 1918 and RFC 6598. */
export function isPrivateV4([a, b]: Octets): boolean {
  return (
    a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168) || (a === 100 && b >= 64 && b <= 127)
  );
}

/** Most numbers of a version are no greater. */
const SMALL = 24;

/** True if four numbers are as small as those of versions and sections mostly are. */
export function isSmall(octets: Octets): boolean {
  return octets.every((octet) => octet <= SMALL);
}

/** A global unicast (2000::/3), unique local (fc00::/7) or link-local (fe80::/10) address, not of a network alone. */
const UNICAST = /^(?:[23][\da-f]{3}|f[cd][\da-f]{2}|fe[89ab][\da-f])(?::|$)/;

/** @param address in lower case. */
export function isPersonalV6(address: string): boolean {
  return UNICAST.test(address) && !address.endsWith('::');
}

/** RFC 3849 and RFC 9637. */
export function isDocumentationV6(address: string): boolean {
  return /^2001:0?db8(?::|$)|^3fff:[01]?[\da-f]{1,3}:|^3fff::/.test(address);
}
