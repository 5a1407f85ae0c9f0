import type { Ceiling, RequestLimits } from '@multilane/policy';
import { admitPrompt, usesTokens } from '../admit-prompt.js';
import { admitOrPassOver } from '../pass-over.js';
import type { RequestContext } from '../request-context.js';

/**
 * Every ceiling of tokens must have room for the prompt (docs/contract/limits.md#settlement). What the answer takes is
 * charged when it is known, in `settleRequest`.
 */
export function admitTokens(context: RequestContext): void | Promise<void> {
  const { limits } = context.planned;
  if (limits === undefined || limits.ceilings.tokens.length === 0 || limits.hasTokens || !usesTokens(context.planned))
    return;
  return admitOrPassOver(context, limits, askForTokens, askForAll);
}

function askForTokens(
  context: RequestContext,
  limits: RequestLimits,
): Ceiling | undefined | Promise<Ceiling | undefined> {
  return admitPrompt(context.planned.serving, limits, 'tokens');
}

/** Of another target: the request was given back with the tokens that were refused. */
function askForAll(context: RequestContext, limits: RequestLimits): Ceiling | undefined | Promise<Ceiling | undefined> {
  return admitPrompt(context.planned.serving, limits, 'all');
}
