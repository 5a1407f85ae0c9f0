import type { RequestContext } from '../request-context.js';

/** Checks every field before anything else happens (specification sections 4 and 8). */
export function validateRequest(context: RequestContext): void {
  context.asked = context.surface.validate(context.body);
}
