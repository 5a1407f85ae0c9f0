import { validateChatRequest } from '@multilane/validation';
import type { RequestContext } from '../request-context.js';

/** Checks every field before anything else happens (specification sections 4 and 8). */
export function validateChat(context: RequestContext): void {
  context.chat = validateChatRequest(context.request.body);
}
