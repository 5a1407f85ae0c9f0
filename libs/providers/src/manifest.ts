import type { PROVIDER_KINDS, ProviderKind } from '@multilane/contracts';
import type { CompatibleWire } from './wire-quirks.js';

/**
 * Facts about a provider kind, as data: `<kind>/manifest.ts`. Configuration, prices, traces, masking, `npm start`, the
 * control plane and the documentation read it, so that none of them names a provider.
 */
export interface ProviderManifest<Kind extends ProviderKind = ProviderKind> {
  readonly kind: Kind;
  /** Group whose rules it follows; the same as in `PROVIDER_KINDS`, which the compiler checks. */
  readonly group: (typeof PROVIDER_KINDS)[Kind];
  /** Its name for people. */
  readonly name: string;
  /** The page of the provider's documentation that a newcomer needs first. */
  readonly documentation?: string;
  /** Used where no `base_url` is configured, without a trailing slash; undefined if one is required, or follows from the settings. */
  readonly defaultBaseUrl?: string;
  readonly credential: ProviderCredential;
  /** The settings that only some kinds have, and those that this kind requires. `listSettings` adds what every kind has. */
  readonly settings: readonly ProviderSetting[];
  /** The environment variable by which `npm start` finds the provider. */
  readonly environment?: ProviderVariable;
  /** Prices of its models, if the price package knows the provider. */
  readonly prices?: ProviderPrices;
  /** Factors of its tiers of service on the standard price, for tiers without a price; the first that fits a model. */
  readonly tierFactors?: readonly TierFactors[];
  /** Prices of its searches, if no price says them; the first that fits a model. */
  readonly searchPrices?: readonly SearchPrice[];
  /** Its names in traces, by the semantic conventions for generative AI. */
  readonly trace: TraceNames;
  /**
   * Regular expressions of how its keys begin. The text behind them is masked in logs and errors. Empty if keys have no
   * prefix.
   */
  readonly keyPatterns: readonly string[];
  /** Listing of its models; undefined if it has none, or not for those who only call models. */
  readonly models?: ModelListing;
  /** Test of a credential: `GET` this path below the base URL, or, with `model`, one call of a model. */
  readonly connectionTest: { readonly path: string } | 'model';
  /**
   * Chat models that its documentation names, the best first choice first, as of November 2026. They replace the list of
   * a provider that cannot be asked. `npm start` does not offer a kind that has neither these nor `defaultSound`.
   */
  readonly defaultModels: readonly string[];
  /** Models of sound that its documentation names, as of November 2026: `npm start` offers them. */
  readonly defaultSound?: DefaultSound;
  /** Paths of this service whose counterpart the provider served once and no longer does. */
  readonly retired?: readonly RetiredEndpoint[];
  /** A runtime that `npm start` looks for on this machine. */
  readonly localRuntime?: LocalRuntime;
  /** Answered inside this process: no address, no credential and no price. */
  readonly inProcess?: true;
  /** Names that other gateways call it: their configurations are imported by these. */
  readonly foreignNames?: ForeignNames;
  /** For kinds that speak the reference format: what differs from it. Such a kind needs no other file. */
  readonly wire?: CompatibleWire;
}

/**
 * Identity as which a provider is called. `key`: `api_key` or `api_keys`; `optional_key`: the same, for hosts that may
 * want none; `aws`: an access key, a key, or the machine's own AWS account; `google`: a credentials file, an access
 * token, or the machine's own Google account; `none`: nobody.
 */
export type ProviderCredential = 'key' | 'optional_key' | 'aws' | 'google' | 'none';

/** Price of a search that the provider makes for an answer, in US dollars. */
export interface SearchPrice {
  /** Regular expression of the models' names; undefined: all. */
  readonly models?: string;
  readonly perSearch: number;
}

/** Prices of the service tiers of some models, as multiples of the standard price. */
export interface TierFactors {
  /** Regular expression of the models' names; undefined: all. */
  readonly models?: string;
  readonly flex: number;
  readonly priority: number;
}

/** A provider as other gateways name it. */
export interface ForeignNames {
  /** By prefix of LiteLLM's model names, which is its `custom_llm_provider` too. */
  readonly litellm?: Readonly<Record<string, LitellmPrefix>>;
  /** Regular expression of the model names without a prefix that LiteLLM takes for this provider's. */
  readonly litellmModels?: string;
  /** Portkey's names of the provider. */
  readonly portkey?: readonly string[];
}

/** Provider that a prefix of a LiteLLM model name leads to. */
export interface LitellmPrefix {
  /** Variable that LiteLLM reads the key from where none is given. */
  readonly keyVariable?: string;
  /** Says what differs, where something does. */
  readonly note?: string;
  /** Models of legacy completions. */
  readonly completion?: true;
}

/** A setting of a provider entry, as a form shows it. */
export interface ProviderSetting {
  /** The key in gateway.yaml and in `POST /admin/providers`. */
  readonly name: string;
  readonly label: string;
  /** One or two sentences. */
  readonly help: string;
  readonly type: 'text' | 'url' | 'boolean' | 'json' | 'list';
  readonly required?: true;
  /** Sealed when stored, and never shown again. */
  readonly secret?: true;
  /** Value that holds if it is left out. */
  readonly default?: string | boolean;
  readonly example?: string;
  /** Environment variables that fill it in entries of gateway.yaml which leave it out; the first that is set counts. */
  readonly environment?: readonly string[];
}

export interface ProviderVariable {
  readonly name: string;
  readonly holds: 'key' | 'address';
  readonly example: string;
}

export interface ProviderPrices {
  /** The provider's id in the price package. */
  readonly id: string;
  /** Prices hold at the default address, and at addresses whose host ends so. */
  readonly hostSuffix?: string;
}

export interface TraceNames {
  /** `gen_ai.provider.name`. */
  readonly provider: string;
  /** `gen_ai.operation.name` of endpoints if it is not the usual one. */
  readonly operations?: Readonly<Record<string, string>>;
}

/** Way to list a provider's models. */
export interface ModelListing {
  /** Below the base URL; one page, as large as the provider allows. */
  readonly path: string;
  /** The same, of models for chat alone, where the provider distinguishes them. */
  readonly chatPath?: string;
  /** The member of the answer that holds the list. A bare list is read too. */
  readonly list: string;
  /** The member of an entry that holds the model's name. */
  readonly id: string;
  /** The member of the answer that is true, or holds a cursor, where there are further pages. */
  readonly more?: string;
  /** Precedes names in the list, and not in requests. */
  readonly prefix?: string;
  /** Names of models that the gateway reaches in no format of chat, although the list does not say so. */
  readonly notChat?: RegExp;
}

/** Models that speak and models that listen, one of each where the provider has them. */
export interface DefaultSound {
  readonly speech?: string;
  readonly transcription?: string;
}

export interface RetiredEndpoint {
  /** The path of this service, such as `/v1/chat/completions`. */
  readonly path: string;
  /** The provider's last day of service, where it named one: `YYYY-MM-DD`. */
  readonly since?: string;
  /** Alternative that the provider offers. */
  readonly instead: string;
}

/** A program that serves models on the machine it runs on. */
export interface LocalRuntime {
  /** Scheme, host and port where it listens by default. */
  readonly address: string;
  /** Path of the kind's base URL behind the address. */
  readonly basePath: string;
  /** Its own list of the models that it has, behind the address. */
  readonly models: ModelListing;
  /** Entries of that list which embed, by the family that `details.family` names. */
  readonly embeddingFamilies: RegExp;
  /** Instruction for adding a model. */
  readonly addModel: string;
}
