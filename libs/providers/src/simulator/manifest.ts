import type { ProviderManifest } from '../manifest.js';

/** The base URL of the simulator: not an address to connect to, but the sign that `simulate` answers. */
export const SIMULATOR_BASE_URL = 'simulator:';

/** The model that a configuration without models of its own may offer; see `simulateChat` for the others. */
export const SIMULATOR_MODEL = 'simulator';

export const SIMULATOR_MANIFEST: ProviderManifest<'simulator'> = {
  kind: 'simulator',
  group: 'simulator',
  name: 'Simulator',
  defaultBaseUrl: SIMULATOR_BASE_URL,
  credential: 'none',
  settings: [],
  trace: { provider: 'simulator' },
  keyPatterns: [],
  connectionTest: 'model',
  defaultModels: [SIMULATOR_MODEL],
  inProcess: true,
};

export const SIMULATOR_KIND = SIMULATOR_MANIFEST.kind;
