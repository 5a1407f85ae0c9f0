import { ALL_MANIFESTS, findManifest } from '@multilane/providers/manifests';

/** The kind of an address that speaks the reference format and is nobody's in particular. */
export const COMPATIBLE_KIND = kindOf('openai_like');

/** The kind whose format the reference format is. */
export const REFERENCE_KIND = kindOf('text-completion-openai');

/** The kind that answers without a provider. */
export const SIMULATED_KIND = ALL_MANIFESTS.find(({ inProcess }) => inProcess)?.kind ?? '';

function kindOf(prefix: string): string {
  const manifest = ALL_MANIFESTS.find(({ foreignNames }) => foreignNames?.litellm?.[prefix] !== undefined);
  if (manifest === undefined) throw new Error(`no provider has the prefix ${prefix}`);
  return manifest.kind;
}

/** Facts about a kind that importers need. */
export interface ProviderTraits {
  /** Account it is called with: `aws` and `google` have settings of their own in place of a key. */
  readonly account: 'aws' | 'google' | 'key';
  /** True if `base_url` contains the version path. */
  readonly hasVersionPath: boolean;
  /** True if `base_url` is required. */
  readonly needsAddress: boolean;
  /** True if its address is that of a resource with deployments, which has a version parameter in place of a path. */
  readonly hasApiVersion: boolean;
  /** True if other gateways know its address without the version path that `base_url` contains. */
  readonly addsVersionPath: boolean;
}

/** @param kind one of Multilane's */
export function traitsOf(kind: string): ProviderTraits {
  const manifest = findManifest(kind);
  const hasSetting = (name: string): boolean => manifest?.settings.some((setting) => setting.name === name) ?? false;
  const credential = manifest?.credential;
  return {
    account: credential === 'aws' || credential === 'google' ? credential : 'key',
    hasVersionPath: kind === REFERENCE_KIND || manifest?.wire !== undefined,
    needsAddress: manifest?.settings.some(({ name, required }) => name === 'base_url' && required === true) ?? false,
    hasApiVersion: hasSetting('api_version'),
    addsVersionPath: manifest?.localRuntime !== undefined,
  };
}
