import type { RequestContext } from '../request-context.js';

/** Checks every field before anything else happens (docs/contract/chat.md#request-fields). */
export function validateRequest({ asked }: RequestContext): void {
  asked.request = asked.surface.validate(asked.body, asked.incoming.params);
}
