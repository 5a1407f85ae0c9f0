export type EgressRefusalCode = 'ERR_FORBIDDEN_ADDRESS' | 'ERR_FORBIDDEN_URL' | 'ERR_TOO_MANY_REDIRECTS';

/** A call that was not made because of where it leads. The message may be shown to whoever named the address. */
export class EgressRefusal extends Error {
  override readonly name = 'EgressRefusal';

  /** @param address The forbidden address; for the log only, since it reveals what a private name resolves to. */
  constructor(
    readonly code: EgressRefusalCode,
    message: string,
    readonly address?: string,
  ) {
    super(message);
  }
}

/** @param address what was named, or what the name resolved to */
export function refuseAddress(address: string): EgressRefusal {
  return new EgressRefusal('ERR_FORBIDDEN_ADDRESS', FORBIDDEN_ADDRESS, address);
}

export const FORBIDDEN_ADDRESS =
  'the host is, or its name resolves to, an address that is not of the public internet and that the operator does not allow';
