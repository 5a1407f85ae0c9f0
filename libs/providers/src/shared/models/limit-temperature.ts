import type { Losses } from '../losses.js';

/**
 * The temperature for a provider whose range ends at 1, where the reference's ends at 2: what lies above is sent as the
 * provider's greatest, for 0 to 2 works on every provider (docs/contract/translation.md#temperature; a declared loss,
 * docs/contract/requests.md#adjusted-requests).
 */
export function limitTemperature(temperature: number | null | undefined, losses: Losses): number | undefined {
  if (temperature === undefined || temperature === null) return undefined;
  if (temperature <= GREATEST) return temperature;
  losses.lose('temperature');
  return GREATEST;
}

const GREATEST = 1;
