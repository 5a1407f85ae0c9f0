import type { ProviderAdapter } from '../adapter.js';
import { createAdapter } from '../openai/create-adapter.js';
import { endpointPath } from '../openai/endpoint-path.js';
import { REFERENCE_ENDPOINTS } from '../openai/reference-endpoints.js';
import { REFERENCE_QUIRKS } from '../openai/wire-quirks.js';

/** The base URL of the simulator: not an address to connect to, but the sign that `simulateChat` answers. */
export const SIMULATOR_BASE_URL = 'simulator:';

/** The model that a configuration without models of its own may offer; see `simulateChat` for the others. */
export const SIMULATOR_MODEL = 'simulator';

/** The built-in simulator speaks the reference wire format and takes no key (decisions section 1). */
export const SIMULATOR: ProviderAdapter = {
  ...createAdapter('simulator', SIMULATOR_BASE_URL, REFERENCE_QUIRKS, REFERENCE_ENDPOINTS),
  address: (_target, endpoint) => ({ origin: SIMULATOR_BASE_URL, path: `/v1${endpointPath(endpoint)}` }),
  authorize: (draft) => draft,
};
