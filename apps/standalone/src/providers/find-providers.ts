import { ENVIRONMENT_VARIABLES, type Environment } from '@multilane/config';
import type { ProviderKind } from '@multilane/contracts';
import { getAdapter } from '@multilane/providers';
import { DOCUMENTED_MODELS } from './documented-models.js';

/** A provider whose key is in the environment. */
export interface KeyedProvider {
  readonly kind: ProviderKind;
  /** The environment variable that holds its key. */
  readonly variable: string;
}

export interface FoundProviders {
  readonly served: readonly KeyedProvider[];
  /** Known by their key, but this version serves no chat model of theirs. */
  readonly notOffered: readonly KeyedProvider[];
}

/** Looks for the key of every provider that has a variable for one. */
export function findProviders(environment: Environment): FoundProviders {
  const found: KeyedProvider[] = [];
  for (const { name: variable, kind } of ENVIRONMENT_VARIABLES) {
    if (kind === undefined || kind === 'ollama' || !isProviderKey(environment[variable])) continue;
    found.push({ kind, variable });
  }
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
  return DOCUMENTED_MODELS[kind] !== undefined && getAdapter(kind)?.endpoints.chat !== undefined;
}
