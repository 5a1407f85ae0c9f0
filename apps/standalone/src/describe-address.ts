/** Addresses that `localhost` reaches: loopback, and the wildcards that include it. */
const LOCAL: readonly string[] = ['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::', ''];

/** The address to show to people on this machine, without a trailing slash. */
export function describeAddress(host: string, port: number): string {
  const name = LOCAL.includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return new URL(`http://${name}:${port}`).origin;
}

/** Whether other machines can reach a server that listens on this host. */
export function isReachableFromOutside(host: string): boolean {
  return !['127.0.0.1', '::1', 'localhost'].includes(host);
}
