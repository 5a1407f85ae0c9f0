import type { JsonObject } from '@multilane/persistence';

export interface SplitCapabilities {
  readonly capabilities: JsonObject | null;
  readonly unsupported_parameters: JsonObject | null;
  readonly voices: JsonObject | null;
  readonly max_parallel: number | null;
  readonly queue: JsonObject | null;
}

/** Splits the stored capabilities of a model into the fields of the API, which has some of them side by side. */
export function splitCapabilities(stored: JsonObject | null): SplitCapabilities {
  const {
    unsupported_parameters = null,
    voices = null,
    max_parallel = null,
    queue = null,
    ...capabilities
  } = stored ?? {};
  return {
    capabilities: Object.keys(capabilities).length === 0 ? null : capabilities,
    unsupported_parameters: unsupported_parameters as JsonObject | null,
    voices: voices as JsonObject | null,
    max_parallel: max_parallel as number | null,
    queue: queue as JsonObject | null,
  };
}

/** The other way round; null if there is nothing. */
export function joinCapabilities({ capabilities, ...others }: SplitCapabilities): JsonObject | null {
  const set = Object.entries(others).filter(([, value]) => value !== null);
  return set.length === 0 ? capabilities : ({ ...capabilities, ...Object.fromEntries(set) } as JsonObject);
}
