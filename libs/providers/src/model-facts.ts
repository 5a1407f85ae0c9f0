/** Formats in which a model is served. */
export type ModelApi = 'chat' | 'responses' | 'both';

/**
 * Way in which temperature and top_p are taken: `both`; `one` of the two; `unreasoned`: only in a request whose effort
 * is `none`, as all that `refuses` names; `none`: not at all.
 */
export type ModelSampling = 'both' | 'one' | 'unreasoned' | 'none';

/**
 * Facts about one model beyond those that hold for its kind. A member that is left out is as the kind has it. Rows are
 * in `<kind>/models.ts`; an operator's file wins over them, and `capabilities` of a model entry over both.
 */
export interface ModelFacts {
  /** Formats that the provider serves it in. */
  readonly api?: ModelApi | undefined;
  /** Chat completions reject function tools of it unless the effort is `none`. */
  readonly toolsNeedResponses?: boolean | undefined;
  /** Name of the limit of tokens that chat completions take. */
  readonly tokenLimit?: 'max_tokens' | 'max_completion_tokens' | undefined;
  /** Request members, by the names of the chat format, that it rejects where they ask for something. */
  readonly refuses?: readonly string[] | undefined;
  /** The kind of thinking; `none` for models that do not think. */
  readonly thinking?: 'budget' | 'adaptive' | 'none' | undefined;
  /** An adaptive model takes a token budget too. */
  readonly takesBudgets?: boolean | undefined;
  /** Way to turn thinking off: `thinking.type` of `disabled` or `between_tools`, or not at all. */
  readonly thinkingOff?: 'disabled' | 'between_tools' | 'never' | undefined;
  /** Efforts that it takes, the least first. Empty: none. */
  readonly efforts?: readonly string[] | undefined;
  /** False: native requests reject turns of the role `system` amid a conversation. */
  readonly systemTurns?: boolean | undefined;
  /** False: native requests reject an effort; `reasoning_effort` of other formats becomes a budget. */
  readonly nativeEffort?: boolean | undefined;
  /** The effort where a request names none. */
  readonly defaultEffort?: string | undefined;
  readonly sampling?: ModelSampling | undefined;
  /** False: a tool_choice that forces a call is rejected, with or without thinking. */
  readonly forcedTools?: boolean | undefined;
  /** False: a conversation that ends with the assistant's words is rejected. */
  readonly prefill?: boolean | undefined;
  /** Parts of messages that it takes beside text; `image_url` means images by address, `image` images as data. */
  readonly parts?: readonly ModelPart[] | undefined;
  /** Form that an answer can be held to. */
  readonly structuredOutput?: 'schema' | 'object' | 'none' | undefined;
  /** False: it takes no tools. */
  readonly tools?: boolean | undefined;
  /** False: it makes one call at a time, and rejects `parallel_tool_calls`. */
  readonly parallelCalls?: boolean | undefined;
  /** False: a request with tools cannot be streamed. */
  readonly toolsInStreams?: boolean | undefined;
  /** Results are followed by the assistant, never by a user. */
  readonly bridgesResults?: boolean | undefined;
  /** Tokens of prompt and answer together. */
  readonly contextWindow?: number | undefined;
  /** Tokens of one answer. */
  readonly maxOutput?: number | undefined;
  /** Document of the provider that says so. */
  readonly source?: string | undefined;
  /** Date when that was read, as YYYY-MM-DD. */
  readonly date?: string | undefined;
}

export type ModelPart = 'image' | 'image_url' | 'file' | 'audio';

/** Facts of the models whose names match. */
export interface ModelRow extends ModelFacts {
  /** Matches the name of the model at the provider. */
  readonly models: RegExp;
  readonly source: string;
  readonly date: string;
}

/** Facts of an operator's own, which need no source. */
export interface OwnModelRow extends ModelFacts {
  readonly models: RegExp;
}
