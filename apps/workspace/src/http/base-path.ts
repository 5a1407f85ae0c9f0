/** The path of `server.public_base_url`, without a slash at its end; empty at the root of a host. */
export function basePathOf(publicBaseUrl: string | undefined): string {
  return publicBaseUrl === undefined ? '' : new URL(publicBaseUrl).pathname.replace(/\/+$/, '');
}
