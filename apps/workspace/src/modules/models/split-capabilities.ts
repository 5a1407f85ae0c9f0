import type { JsonObject } from '@multilane/persistence';

export interface SplitCapabilities {
  readonly capabilities: JsonObject | null;
  readonly unsupported_parameters: JsonObject | null;
  readonly voices: JsonObject | null;
}

/** Splits the stored capabilities of a model into the fields of the API, which has some of them side by side. */
export function splitCapabilities(stored: JsonObject | null): SplitCapabilities {
  const { unsupported_parameters = null, voices = null, ...capabilities } = stored ?? {};
  return {
    capabilities: Object.keys(capabilities).length === 0 ? null : capabilities,
    unsupported_parameters: unsupported_parameters as JsonObject | null,
    voices: voices as JsonObject | null,
  };
}

/** The other way round; null if there is nothing. */
export function joinCapabilities({
  capabilities,
  unsupported_parameters,
  voices,
}: SplitCapabilities): JsonObject | null {
  if (unsupported_parameters === null && voices === null) return capabilities;
  return {
    ...capabilities,
    ...(unsupported_parameters === null ? {} : { unsupported_parameters }),
    ...(voices === null ? {} : { voices }),
  };
}
