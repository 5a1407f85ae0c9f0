/**
 * Returns the address at which the first owner is created. The token is in the fragment, which browsers send to no server, so that it is in
 * no access log.
 *
 * @param address of the service, without a slash at its end
 */
export function consoleSetupAddress(address: string, token: string): string {
  return `${address}/ui/set-up#token=${token}`;
}
