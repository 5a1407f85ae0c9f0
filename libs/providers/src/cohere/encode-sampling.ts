import type { ChatRequest } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import type { Losses } from '../shared/losses.js';
import { limitTemperature } from '../shared/models/limit-temperature.js';
import { isDefaultValue } from '../shared/models/parameter-defaults.js';
import { readTopK } from '../shared/models/read-top-k.js';

/**
 * Ranges that the provider takes, by its own names (docs.cohere.com/reference/chat); narrower than the reference's
 * bounds.
 */
const BOUNDED = [
  { parameter: 'top_p', name: 'p', minimum: 0.01, maximum: 0.99 },
  { parameter: 'presence_penalty', name: 'presence_penalty', minimum: 0, maximum: 1 },
  { parameter: 'frequency_penalty', name: 'frequency_penalty', minimum: 0, maximum: 1 },
] as const;

/** The greatest `k`; 0, the provider's default, lets every token be chosen (docs.cohere.com/reference/chat). */
const LARGEST_TOP_K = 500;

/**
 * The members that steer sampling. A value outside the provider's bounds is rejected, but for the temperature; one that is
 * the reference's default is left out like an absent one, so that it is never rejected (docs/contract/chat.md#defaults).
 */
export function encodeSampling(request: Readonly<ChatRequest>, losses: Losses): Record<string, unknown> {
  const sampling: Record<string, unknown> = {};
  const temperature = limitTemperature(request.temperature, losses);
  if (temperature !== undefined) sampling.temperature = temperature;
  for (const { parameter, name, minimum, maximum } of BOUNDED) {
    const value = request[parameter];
    if (isDefaultValue(parameter, value) || value === undefined) continue;
    if (parameter === 'top_p' && value === 1) {
      // The provider's own default is another one.
      losses.lose('top_p');
      continue;
    }
    if (value < minimum || value > maximum) {
      throw unsupported(parameter, `must be between ${minimum} and ${maximum} for the provider of this model.`);
    }
    sampling[name] = value;
  }
  const topK = readTopK(request);
  if (topK) sampling.k = checkTopK(topK);
  if (!isDefaultValue('seed', request.seed)) sampling.seed = checkSeed(request.seed);
  if (request.logprobs === true) sampling.logprobs = true;
  if (!isDefaultValue('top_logprobs', request.top_logprobs)) {
    throw unsupported('top_logprobs', 'is not supported: the provider gives the log probability of its choice alone.');
  }
  return sampling;
}

function checkTopK(topK: number): number {
  if (topK > LARGEST_TOP_K)
    throw unsupported('top_k', `must be at most ${LARGEST_TOP_K} for the provider of this model.`);
  return topK;
}

/** The provider takes unsigned 64-bit seeds. One too long for a double comes as raw JSON, so its text is judged. */
function checkSeed(seed: unknown): unknown {
  if (JSON.stringify(seed).startsWith('-')) throw unsupported('seed', 'must not be negative for this provider.');
  return seed;
}
