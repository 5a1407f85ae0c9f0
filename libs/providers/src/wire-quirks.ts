import type { RoleRules } from './shared/history/fit-roles.js';

/**
 * Departures of a provider from the reference wire format, as data that the one codec reads. Each manifest names the
 * provider's document that it follows.
 */
export interface WireQuirks {
  /**
   * Way to get usage from a stream. `option`: the gateway sets `stream_options.include_usage`. `always`: the provider
   * reports by itself and may reject `stream_options`, which is left out. `none`: the gateway does not ask, and what
   * the client sends is forwarded.
   */
  readonly streamUsage: 'option' | 'always' | 'none';
  /** Usage on a chunk with choices is there because the client asked for it, and stays there. */
  readonly keepsUsageOnChoices: boolean;
  /** True if the role `developer` is known; elsewhere it becomes `system`. */
  readonly knowsDeveloperRole: boolean;
  /** Request members that go by another name at the provider. */
  readonly renames: Readonly<Record<string, string>>;
  /** Request members that the provider rejects and that do not change the answer. */
  readonly omits: readonly string[];
  /** Request members that the provider rejects even at their default; left out when they are. */
  readonly omitsDefaults: readonly string[];
  /** Request members that the provider ignores without a word although its group has them: they are declared as lost. */
  readonly ignores: readonly string[];
  /** The provider ignores `tool_choice: none`, so that the tools are withheld with it. */
  readonly withholdsTools: boolean;
  /** Form of the reasoning in an assistant message that is sent back. */
  readonly sentReasoning: 'reasoning_content' | 'reasoning' | 'thinking-parts';
  /**
   * True if signatures of other providers go along in messages that are sent back: `reasoning_details`, and
   * `extra_content` of calls. Only the kinds that pass it on know these members; others reject what they do not know.
   */
  readonly knowsSignatures: boolean;
  /** Ids of calls that the provider takes: exactly so many letters and digits, or at most so many characters. Undefined: any. */
  readonly callIds: CallIds | undefined;
  /** The one name of the limit of tokens that the provider takes of every model; undefined where both names are known. */
  readonly tokenLimit: 'max_tokens' | 'max_completion_tokens' | undefined;
  /** Content that is a list of texts alone is joined to a string, as the provider takes no list. */
  readonly joinsTexts: boolean;
  /** The provider rejects names of authors in messages. */
  readonly refusesNames: boolean;
  /**
   * Members of earlier answers that the provider rejects when they come back with a message, such as `annotations` and `refusal`, which
   * other providers' answers have. Nothing is lost where they are empty.
   */
  readonly refusesMembers: readonly string[];
  /** Rules for the order of speakers; models may have rules beyond those of their kind. */
  readonly roles: RoleRules | undefined;
  /**
   * A model that thinks rejects a conversation with tools in which an answer comes back without its reasoning.
   * Reasoning that a client dropped is sent as a blank.
   */
  readonly demandsReasoning: boolean;
  /** Models that take no effort reject reasoning that comes back, such as another model's. */
  readonly refusesUnusedReasoning: boolean;
  /** The provider rejects content that is null or no part: it is sent as an empty text. */
  readonly fillsContent: boolean;
  /** The provider rejects an id of a call that is there twice, and two results of one. */
  readonly uniqueCallIds: boolean;
  /**
   * Members beyond those of the parameter table that the provider's chat format defines. A request that is translated onto chat
   * brings no others along; what a chat client sends travels as it is.
   */
  readonly members: readonly string[];
}

export interface CallIds {
  readonly exactly?: number;
  readonly atMost?: number;
}

/** Departures of a kind from the reference's embeddings request. */
export interface EmbeddingsQuirks {
  /** Request members that go by another name at the provider. */
  readonly renames: Readonly<Record<string, string>>;
  /** Request members that the provider rejects and that do not change the answer. */
  readonly omits: readonly string[];
  /**
   * True if base64 vectors may be asked for; elsewhere the member is left out, and the gateway writes the floats of the
   * answer as base64.
   */
  readonly encodesBase64: boolean;
}

/** Departures of a kind from the Responses API of the reference provider, as data. */
export interface ResponsesQuirks {
  /**
   * True if the thinking of a model is given encrypted, to be sent back with the next turn. Such a provider knows
   * reasoning items by that alone: one without it would be looked for among stored items, of which there are none.
   */
  readonly encryptsReasoning: boolean;
  /** The member of a reasoning item in which a server that encrypts nothing takes the text of earlier thinking. */
  readonly sentThinking: 'content' | 'encrypted_content';
  /** True if it rejects a call without its output ("No tool output found for function call"). */
  readonly answeredCalls: boolean;
  /** Request members that the provider does not define, and that no answer depends on. */
  readonly omits: readonly string[];
  /**
   * True if it takes `presence_penalty` and `frequency_penalty`, which the reference provider's format does not have.
   */
  readonly takesPenalties: boolean;
  /** The smallest `max_output_tokens` that it takes. */
  readonly leastOutputTokens: number;
}

/** Departures of a kind from the rerank request that the kinds of group R share. */
export interface RerankQuirks {
  /** The provider rejects documents that are objects: it gets their texts, and the endpoint returns the objects. */
  readonly takesTextsOnly: boolean;
}

/** Images and sound that a wire-compatible kind may serve, by the names of their codecs. */
export type CompatibleMedia =
  | 'imageGenerations'
  | 'imageEdits'
  | 'imageVariations'
  | 'speech'
  | 'transcriptions'
  | 'translations';

/**
 * Settings that set a wire-compatible kind apart from the reference format. Omitted settings are those of `COMPATIBLE_WIRE`.
 */
export interface CompatibleWire extends Partial<WireQuirks> {
  /** True if legacy text completions are served at `/completions`; elsewhere the prompt goes over chat. */
  readonly servesCompletions?: boolean;
  /** Undefined if the provider has no embeddings, or none in the reference format; `{}` for those of the reference. */
  readonly embeddings?: Partial<EmbeddingsQuirks>;
  /** The name of the limit of tokens in requests that are translated onto chat, where not all servers know the newer one. */
  readonly translatedLimit?: 'max_tokens';
  /** True if it has sockets in the reference's events, for models that may go beyond the reference's providers. */
  readonly realtime?: true;
  /** Undefined if the provider has no rerank, or none in the shared format. */
  readonly rerank?: RerankQuirks;
  /** Undefined if the provider has no Responses API; `{}` for one of which nothing else is known. Models say which of them it serves. */
  readonly responses?: Partial<ResponsesQuirks>;
  /** Images and sound that the provider serves in the reference format, for models with `beyond_reference`. */
  readonly media?: readonly CompatibleMedia[];
}
