import { ALL_MANIFESTS, type LitellmPrefix } from '@multilane/providers/manifests';

/** Provider that a prefix of a LiteLLM model name, or its `custom_llm_provider`, leads to. */
export interface PrefixRule extends LitellmPrefix {
  readonly kind: string;
}

const PREFIXES: ReadonlyMap<string, PrefixRule> = new Map(
  ALL_MANIFESTS.flatMap(({ kind, foreignNames }) =>
    Object.entries(foreignNames?.litellm ?? {}).map(([prefix, rule]) => [prefix, { kind, ...rule }] as const),
  ),
);

/** Undefined for a prefix that leads to nothing that Multilane has. */
export function findPrefix(prefix: string): PrefixRule | undefined {
  return PREFIXES.get(prefix);
}

/** A model name without prefix: what LiteLLM takes it for. The first prefix of a provider is its usual one. */
const FAMILIES: readonly (readonly [RegExp, string])[] = ALL_MANIFESTS.flatMap(({ foreignNames }) => {
  const [prefix] = Object.keys(foreignNames?.litellm ?? {});
  const models = foreignNames?.litellmModels;
  return prefix === undefined || models === undefined ? [] : [[new RegExp(models), prefix] as const];
});

export interface UpstreamName {
  readonly prefix: string;
  readonly model: string;
  /** True if the prefix was concluded from the name. */
  readonly isConcluded: boolean;
}

/** Takes `provider/model` apart; undefined for a name whose provider cannot be told. */
export function splitModel(name: string, provider: string | undefined): UpstreamName | undefined {
  const [head = '', ...rest] = name.split('/');
  if (provider !== undefined) {
    const model = head === provider && rest.length > 0 ? rest.join('/') : name;
    return { prefix: provider, model, isConcluded: false };
  }
  if (rest.length > 0) return { prefix: head, model: rest.join('/'), isConcluded: false };
  const family = FAMILIES.find(([pattern]) => pattern.test(name));
  return family && { prefix: family[1], model: name, isConcluded: true };
}
