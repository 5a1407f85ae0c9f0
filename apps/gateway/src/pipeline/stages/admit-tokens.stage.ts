import { admitPrompt, usesTokens } from '../admit-prompt.js';
import { refuseOver } from '../refuse-over.js';
import type { RequestContext } from '../request-context.js';

/**
 * Every ceiling of tokens must have room for the prompt (specification section 8). What the answer takes is charged when it
 * is known, in `settleRequest`.
 */
export function admitTokens(context: RequestContext): void | Promise<void> {
  const { limits } = context;
  if (limits === undefined || limits.ceilings.tokens.length === 0 || limits.hasTokens || !usesTokens(context)) return;
  const verdict = admitPrompt(context, limits, false);
  if (verdict instanceof Promise) return verdict.then((known) => refuseOver(context, known));
  refuseOver(context, verdict);
}
