import type { AnyRequest } from '@multilane/contracts';
import { estimatePrompt, readLongestAnswer } from '../model-calls/estimates/estimate-prompt.js';
import type { ServingPlan } from '../recording/request-parts.js';

/** Tokens that a request may use, for as long as no request to its model has shown what they do use. */
export interface ExpectedUsage {
  /** Estimated tokens of the prompt. */
  readonly prompt: number;
  /** Possible tokens beyond that: the count is rough, and gateways or providers add to prompts. */
  readonly extraPrompt: number;
  readonly completion: number;
}

/**
 * Bounds of what an answer is expected to have, in tokens, whatever the caller allows: agents allow far more than they use, and
 * some models think beyond what is allowed.
 */
export const MOST_COMPLETION = 4_096;
const LEAST_COMPLETION = 1_024;

/** A prompt is expected to have so many tokens at least. */
const LEAST_PROMPT = 1_024;

/**
 * Estimates a request's use cautiously: budgets reserve it until they have learned the real cost of requests to the model. The actual use
 * replaces the reservation as soon as a request ends.
 */
export function expectUsage({ format, request }: Pick<ServingPlan, 'format' | 'request'>): ExpectedUsage {
  const prompt = estimatePrompt(request);
  return {
    prompt,
    extraPrompt: Math.max(prompt, LEAST_PROMPT - prompt),
    completion: format.isGenerative ? answersOf(request) * lengthOf(request) : 0,
  };
}

function answersOf({ n }: AnyRequest): number {
  return typeof n === 'number' ? n : 1;
}

function lengthOf(request: AnyRequest): number {
  const most = readLongestAnswer(request);
  return most === undefined ? MOST_COMPLETION : Math.min(Math.max(most, LEAST_COMPLETION), MOST_COMPLETION);
}
