import type { CompletionsRequest } from '@multilane/contracts';
import type { ProviderTarget } from '../adapter.js';
import { type Losses, UNNAMED_LOSSES } from '../shared/losses.js';
import type { WireQuirks } from '../wire-quirks.js';
import { omitByQuirks, requestUsage } from './encode-chat-request.js';

/**
 * The JSON body of a legacy text completion for a provider of group R: a shallow copy with the model swapped and usage
 * asked for in streams. Everything else travels as it came; only members that the kind rejects even at their default
 * are left out at it. The request is never mutated.
 */
export function encodeCompletionRequest(
  request: Readonly<CompletionsRequest>,
  target: ProviderTarget,
  quirks: WireQuirks,
  losses: Losses = UNNAMED_LOSSES,
): string {
  // Members are removed by setting them to undefined, which JSON.stringify leaves out.
  const body: CompletionsRequest = { ...request, model: target.upstreamModel };
  requestUsage(body, quirks);
  omitByQuirks(body, quirks, losses);
  return JSON.stringify(body);
}
