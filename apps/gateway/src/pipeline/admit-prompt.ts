import { type Caller, tenantOf } from '@multilane/auth';
import type { Ceiling, Ceilings, LimitVerdict, RequestLimits, TokenDemand } from '@multilane/policy';
import { groupOf } from '@multilane/providers';
import { boundPrompt, type CountedModel, estimatePromptTokens } from '@multilane/tokens';
import { countGivenTokens, measureRequest, readPrompt } from '../model-calls/count-usage.js';
import type { CallPlan } from '../model-calls/model-call.js';
import type { ServingPlan } from '../recording/request-parts.js';

type Known = Ceiling | undefined;

/** True if a provider will work on the request. Answers of the gateway itself and token counts cost no tokens. */
export function usesTokens({ plan }: { readonly plan: Pick<ServingPlan, 'format'> | undefined }): boolean {
  return plan !== undefined && plan.format.billing === 'tokens';
}

/**
 * Parts of the limits that a prompt is checked against: its tokens, the request with them, or both under the limits of the target alone.
 */
export type Asked = 'tokens' | 'all' | EnteredTarget;

/** A target that the request goes to after another one. */
export interface EnteredTarget {
  readonly ceilings: Ceilings;
  /** True if the target was entered for this request before. */
  readonly isCounted: boolean;
}

/**
 * Charges the prompt. Its lengths decide; its tokens are counted only if they do not, near a limit. A promise only
 * where counters are shared or tokens are counted.
 */
export function admitPrompt(
  plan: CallPlan,
  limits: RequestLimits,
  asked: Asked,
  caller: Caller,
): Known | Promise<Known> {
  const bounds = boundPrompt(measureRequest(plan.request), modelOf(plan));
  const verdict = admit(limits, bounds, asked);
  if (verdict instanceof Promise) {
    return verdict.then((known) =>
      known === 'uncertain' ? countAndAdmit(plan, limits, bounds.charge, asked, caller) : known,
    );
  }
  return verdict === 'uncertain' ? countAndAdmit(plan, limits, bounds.charge, asked, caller) : verdict;
}

/** @param guess the count to assume where nothing can be counted */
async function countAndAdmit(
  plan: CallPlan,
  limits: RequestLimits,
  guess: number,
  asked: Asked,
  caller: Caller,
): Promise<Known> {
  const prompt = { ...modelOf(plan), ...readPrompt(plan.request), tenant: tenantOf(caller) };
  const given = countGivenTokens(plan.request);
  const counted = await estimatePromptTokens(prompt).then(
    (texts) => texts + given,
    () => guess,
  );
  const verdict = await admit(limits, { charge: counted, atLeast: counted, atMost: counted }, asked);
  return verdict as Known;
}

function admit(limits: RequestLimits, tokens: TokenDemand, asked: Asked): LimitVerdict | Promise<LimitVerdict> {
  const now = performance.now();
  if (asked === 'tokens') return limits.admitTokens(tokens, now);
  if (asked === 'all') return limits.admitAll(tokens, now);
  return limits.enterTarget(asked.ceilings, tokens, asked.isCounted, now);
}

/** About how many tokens a prompt has, from its lengths alone. */
export function guessPromptTokens(plan: CallPlan): number {
  return boundPrompt(measureRequest(plan.request), modelOf(plan)).charge;
}

function modelOf({ target: { provider } }: CallPlan): CountedModel {
  return { model: provider.upstreamModel, group: groupOf(provider) };
}
