import type { RequestContext } from '../request-context.js';

/** Checks every field before anything else happens (docs/contract/chat.md#request-fields). */
export function validateRequest(context: RequestContext): void {
  context.asked = context.surface.validate(context.body);
}
