import type { ChatRequest } from '@multilane/contracts';
import type { ModelFacts } from '../../model-facts.js';
import type { Losses } from '../losses.js';
import { limitTemperature } from './limit-temperature.js';

/** Sampling of tokens, in members that a provider takes one at a time. */
export interface Sampling {
  readonly temperature: number | undefined;
  readonly topP: number | undefined;
}

/** Value of either if nothing is said of it, in the reference format and at the provider. */
const DEFAULT = 1;

const UNSAID: Sampling = { temperature: undefined, topP: undefined };

/** Declares the loss of members that cannot be said; the default is what happens anyway. */
export function loseSampling(
  { temperature, top_p: topP }: Readonly<Pick<ChatRequest, 'temperature' | 'top_p'>>,
  losses: Losses,
): void {
  if (typeof temperature === 'number' && temperature !== DEFAULT) losses.lose('temperature');
  if (typeof topP === 'number' && topP !== DEFAULT) losses.lose('top_p');
}

/**
 * `temperature` and `top_p` for models that reject both together ("`temperature` and `top_p` cannot both be specified for
 * this model"), or both altogether. One at its default is left out beside the other, which loses nothing. Of two others the
 * temperature is sent (docs/contract/translation.md#temperature); both are to a model of which nothing is known, as older models take
 * them, and newer ones reject them by name.
 */
export function chooseSampling(
  request: Readonly<Pick<ChatRequest, 'temperature' | 'top_p'>>,
  losses: Losses,
  { sampling }: Pick<ModelFacts, 'sampling'> = {},
): Sampling {
  if (sampling === 'none') {
    loseSampling(request, losses);
    return UNSAID;
  }
  const { temperature, top_p: topP } = request;
  const limited = limitTemperature(temperature, losses);
  // A null optional field is an absent field.
  if (limited === undefined || (topP ?? undefined) === undefined)
    return { temperature: limited, topP: topP ?? undefined };
  if (limited === DEFAULT && topP !== DEFAULT) return { temperature: undefined, topP };
  if (topP === DEFAULT) return { temperature: limited, topP: undefined };
  if (sampling !== 'one') return { temperature: limited, topP };
  losses.lose('top_p');
  return { temperature: limited, topP: undefined };
}
