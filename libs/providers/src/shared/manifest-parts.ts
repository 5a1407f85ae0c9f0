import type { ModelListing, ProviderSetting } from '../manifest.js';

/** `{ data: [{ id }] }`, as in the reference format. */
export const REFERENCE_LISTING: ModelListing = { path: '/models', list: 'data', id: 'id' };

/** For providers that list their models only to those whose key they know. */
export const REFERENCE_TEST = { path: '/models' } as const;

/** For kinds without an address of their own. */
export const requiredBaseUrl = (example: string, help: string): ProviderSetting => ({
  name: 'base_url',
  label: 'Base URL',
  help,
  type: 'url',
  required: true,
  example,
});

/** For runtimes that may load a model when it is first asked for. */
export const coldStart = (byDefault: boolean): ProviderSetting => ({
  name: 'cold_start',
  label: 'Loads models on demand',
  help: 'Whether the runtime loads models on demand, so that "loading" is waited out.',
  type: 'boolean',
  default: byDefault,
});
