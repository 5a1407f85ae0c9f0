import type { ProviderKind } from '@multilane/contracts';
import type { DefaultSound } from '@multilane/providers';

/**
 * Source of a provider's models. `asked`: the provider listed them. `documented`: it could not be asked, and they are the ones its
 * documents name. `refused`: it does not accept the key, so none are offered.
 */
export type ModelSource = 'asked' | 'documented' | 'refused';

/** A provider that was found, and the models that may be offered. */
export interface ProviderModels {
  readonly kind: ProviderKind;
  /** The environment variable of its key; undefined for a provider that needs none. */
  readonly variable?: string;
  /** Scheme, host and path prefix, where it is not the kind's own. */
  readonly baseUrl?: string;
  readonly source: ModelSource;
  /** The provider's own names, best first choice first. */
  readonly models: readonly string[];
  /** Number of all its chat models; more than `models` if the list was cut. */
  readonly total: number;
  /** Its models of sound; undefined if none are offered. */
  readonly sound?: DefaultSound;
  /** Reason for which it could not be asked; ends the sentence "it could not be asked: …". */
  readonly problem?: string;
}

/** A longer list serves nobody at a terminal; the rest can be named in a gateway.yaml. */
const MOST_MODELS = 40;

/** Puts the preferred names first, the others in alphabetical order, and cuts the list off. */
export function arrangeModels(names: readonly string[], preferred: readonly string[]): string[] {
  const first = preferred.filter((name) => names.includes(name));
  return [...new Set([...first, ...names.toSorted()])].slice(0, MOST_MODELS);
}
