import type { JsonObject } from '@multilane/persistence';

export interface SplitCapabilities {
  readonly capabilities: JsonObject | null;
  readonly unsupported_parameters: JsonObject | null;
}

/** What is stored of a model as its capabilities, by the fields of the API: what is left out stands beside them there. */
export function splitCapabilities(stored: JsonObject | null): SplitCapabilities {
  const { unsupported_parameters = null, ...capabilities } = stored ?? {};
  return {
    capabilities: Object.keys(capabilities).length === 0 ? null : capabilities,
    unsupported_parameters: unsupported_parameters as JsonObject | null,
  };
}

/** The other way round; null where there is neither. */
export function joinCapabilities({ capabilities, unsupported_parameters }: SplitCapabilities): JsonObject | null {
  if (unsupported_parameters === null) return capabilities;
  return { ...capabilities, unsupported_parameters };
}
