import type { Environment } from '@multilane/config';
import type { ProviderKind } from '@multilane/contracts';
import { ALL_MANIFESTS, getAdapter, MANIFESTS } from '@multilane/providers';

/** A provider whose key is in the environment. */
export interface KeyedProvider {
  readonly kind: ProviderKind;
  /** The environment variable that holds its key. */
  readonly variable: string;
}

export interface FoundProviders {
  readonly served: readonly KeyedProvider[];
  /** Known by their key, but this version offers no model of theirs. */
  readonly notOffered: readonly KeyedProvider[];
}

/** Looks for the key of every provider that has a variable for one. */
export function findProviders(environment: Environment): FoundProviders {
  const found = ALL_MANIFESTS.flatMap(({ kind, environment: variable }): KeyedProvider[] =>
    variable?.holds === 'key' && isProviderKey(environment[variable.name]) ? [{ kind, variable: variable.name }] : [],
  );
  return {
    served: found.filter(({ kind }) => isServed(kind)),
    notOffered: found.filter(({ kind }) => !isServed(kind)),
  };
}

/** OPENAI_API_KEY may hold a key of this gateway: clients are pointed at it by that variable. */
function isProviderKey(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== '' && !value.startsWith('ml-');
}

function isServed(kind: ProviderKind): boolean {
  const { defaultModels, defaultSound } = MANIFESTS[kind];
  return defaultSound !== undefined || (defaultModels.length > 0 && getAdapter(kind)?.endpoints.chat !== undefined);
}
