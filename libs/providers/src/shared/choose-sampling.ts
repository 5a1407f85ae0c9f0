import type { ChatRequest } from '@multilane/contracts';
import { limitTemperature } from './limit-temperature.js';
import type { Losses } from './losses.js';

/** How tokens are sampled, in members that a provider takes one at a time. */
export interface Sampling {
  readonly temperature: number | undefined;
  readonly topP: number | undefined;
}

/** What either is where nothing is said of it, in the reference format and at the provider. */
const DEFAULT = 1;

/**
 * `temperature` and `top_p` for models that refuse both together ("`temperature` and `top_p` cannot both be specified for
 * this model"; their names do not say which models do). One at its default is left out beside the other, which loses nothing.
 * Two others are both sent: older models take them, and newer ones refuse them by name (docs/contract/translation.md#temperature).
 */
export function chooseSampling(
  { temperature, top_p: topP }: Readonly<Pick<ChatRequest, 'temperature' | 'top_p'>>,
  losses: Losses,
): Sampling {
  const limited = limitTemperature(temperature, losses);
  // A null optional field is an absent field.
  if (limited === undefined || (topP ?? undefined) === undefined)
    return { temperature: limited, topP: topP ?? undefined };
  if (limited === DEFAULT && topP !== DEFAULT) return { temperature: undefined, topP };
  return { temperature: limited, topP: topP === DEFAULT ? undefined : topP };
}
