import { GatewayError, unsupported } from '@multilane/errors';

export function invalid(param: string, rule: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` must ${rule}` });
}

/** A name of the caller's own that does not look like one could be anything, and is not repeated. */
const PLAIN_NAME = /^[\w-]{1,64}$/;

/**
 * Rejects the members of an object that are not among the known ones: nothing that a caller sent is dropped silently.
 * A null member is an absent one (docs/contract/requests.md#null-members).
 */
export function refuseOtherMembers(value: object, known: ReadonlySet<string>, path: string): void {
  for (const [name, member] of Object.entries(value)) {
    if (known.has(name) || member === null || member === undefined) continue;
    const shown = PLAIN_NAME.test(name) ? name : '*';
    throw unsupported(path === '' ? shown : `${path}.${shown}`, ELSEWHERE);
  }
}

/** End of messages about parts that the native format alone has. */
export const ELSEWHERE = 'has no counterpart at the provider of this model.';
