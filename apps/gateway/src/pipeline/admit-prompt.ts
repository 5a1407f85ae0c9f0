import { PROVIDER_KINDS } from '@multilane/contracts';
import type { Ceiling, RequestLimits, TokenDemand, Verdict } from '@multilane/policy';
import { boundPrompt, type CountedModel, estimatePromptTokens } from '@multilane/tokens';
import { countGivenTokens, measureRequest, readPrompt } from './read-prompt.js';
import type { RequestContext, ServingPlan } from './request-context.js';

type Known = Ceiling | undefined;

/** Whether a provider will work on the request. What the gateway answers itself costs no tokens, nor does counting them. */
export function usesTokens({ plan }: RequestContext): boolean {
  return plan !== undefined && plan.endpoint !== 'countTokens';
}

/**
 * Charges the prompt, together with the request itself where `withRequest`. Its lengths decide; its tokens are counted only
 * where they do not, near a ceiling. A promise only where counters are shared or tokens are counted.
 */
export function admitPrompt(
  context: RequestContext,
  limits: RequestLimits,
  withRequest: boolean,
): Known | Promise<Known> {
  const { serving } = context;
  const bounds = boundPrompt(measureRequest(serving.request), modelOf(serving));
  const verdict = admit(limits, bounds, withRequest);
  if (verdict instanceof Promise) {
    return verdict.then((known) =>
      known === 'uncertain' ? countAndAdmit(serving, limits, bounds.charge, withRequest) : known,
    );
  }
  return verdict === 'uncertain' ? countAndAdmit(serving, limits, bounds.charge, withRequest) : verdict;
}

/** @param guess what is taken where nothing can count */
async function countAndAdmit(
  serving: ServingPlan,
  limits: RequestLimits,
  guess: number,
  withRequest: boolean,
): Promise<Known> {
  const prompt = { ...modelOf(serving), ...readPrompt(serving.request) };
  const given = countGivenTokens(serving.request);
  const counted = await estimatePromptTokens(prompt).then(
    (texts) => texts + given,
    () => guess,
  );
  const verdict = await admit(limits, { charge: counted, atLeast: counted, atMost: counted }, withRequest);
  return verdict as Known;
}

function admit(limits: RequestLimits, tokens: TokenDemand, withRequest: boolean): Verdict | Promise<Verdict> {
  const now = performance.now();
  return withRequest ? limits.admitAll(tokens, now) : limits.admitTokens(tokens, now);
}

function modelOf({ target: { provider } }: ServingPlan): CountedModel {
  return { model: provider.upstreamModel, group: PROVIDER_KINDS[provider.kind] };
}
