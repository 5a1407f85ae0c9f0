/** Addresses that `localhost` reaches: loopback, and the wildcards that include it. */
const LOCAL: readonly string[] = ['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::', ''];

/** The address to show to people on this machine, without a trailing slash. */
export function describeAddress(host: string, port: number): string {
  const name = LOCAL.includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return new URL(`http://${name}:${port}`).origin;
}

/** Wildcards: a server that listens there is reached at every address of the machine. */
const EVERYWHERE: readonly string[] = ['0.0.0.0', '::', ''];

/** An address of a network interface, as `os.networkInterfaces()` lists it. */
interface OwnAddress {
  readonly address: string;
  readonly family: string;
  readonly internal: boolean;
}

/**
 * Lists the addresses at which other machines of the network reach a server that listens on all addresses: without those of this machine
 * alone, and without IPv6, whose addresses are of one link or change every day.
 */
export function listOutsideAddresses(host: string, port: number, own: readonly OwnAddress[]): string[] {
  if (!EVERYWHERE.includes(host)) return [];
  const outside = own.filter(({ family, internal }) => family === 'IPv4' && !internal);
  return outside.map(({ address }) => describeAddress(address, port));
}

/** True if other machines can reach a server that listens on this host. */
export function isReachableFromOutside(host: string): boolean {
  return !['127.0.0.1', '::1', 'localhost'].includes(host);
}
