import type { Usage } from '@multilane/contracts';
import { estimateSeen } from '../model-calls/count-usage.js';
import type { OvertakenCall } from '../model-calls/model-call.js';
import type { RecordedRequest } from './request-parts.js';

/** Nothing of the answer of such a call is read. */
const UNREAD = { completionParts: [], relayedCharacters: 0 };

/**
 * Adds what the calls that were overtaken used to what the request lost: what their providers reported, else the prompt, and of a whole
 * answer as many tokens as the winner's has, by the share of its time (docs/routing.md#hedging). Call it before the winner's usage is joined
 * with others.
 */
export async function countOvertaken({ asked, services, tried }: RecordedRequest): Promise<void> {
  const { overtaken = [], usage: winner } = tried;
  tried.overtaken = undefined;
  for (const call of overtaken) {
    const usage = call.usage ?? (await estimate(call));
    tried.lostUsage = [...(tried.lostUsage ?? []), { model: call.plan.model, usage, overtaken: call }];
  }

  async function estimate({ plan, share }: OvertakenCall): Promise<Usage> {
    const { prompt_tokens } = await estimateSeen(plan, UNREAD, asked.caller, services);
    const completion_tokens = Math.round((winner?.completion_tokens ?? 0) * share);
    return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
  }
}

/** Tokens that the second call of a request used. Known once all usage is counted, and before it is joined. */
export function countSecond({ planned, tried }: RecordedRequest): number {
  if (planned.wonByHedge) return tried.usage?.total_tokens ?? 0;
  return tried.lostUsage?.find(({ overtaken }) => overtaken?.isSecond === true)?.usage.total_tokens ?? 0;
}
