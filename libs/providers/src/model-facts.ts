/** Formats in which a model is served. */
export type ModelApi = 'chat' | 'responses' | 'both';

/**
 * How temperature and top_p are taken: `both`; `one` of the two; `unreasoned`: only in a request whose effort is `none`; `none`.
 */
export type ModelSampling = 'both' | 'one' | 'unreasoned' | 'none';

/**
 * What is known of one model beyond what holds for its kind. A member that is left out is as the kind has it. Rows are in
 * `<kind>/models.ts`; an operator's file wins over them, and `capabilities` of a model entry over both.
 */
export interface ModelFacts {
  /** Formats that the provider serves it in. */
  readonly api?: ModelApi;
  /** Chat completions refuse function tools of it unless the effort is `none`. */
  readonly toolsNeedResponses?: boolean;
  /** Name of the limit of tokens that chat completions take. */
  readonly tokenLimit?: 'max_tokens' | 'max_completion_tokens';
  /** Request members, by the names of the chat format, that it refuses at any value that asks for something. */
  readonly refuses?: readonly string[];
  /** Request members that it refuses even at their default. */
  readonly refusesDefaults?: readonly string[];
  /** The kind of thinking; `none` for models that do not think. */
  readonly thinking?: 'budget' | 'adaptive' | 'none';
  /** How thinking is turned off: by saying so, by leaving it out, or not at all. */
  readonly thinkingOff?: 'disabled' | 'omitted' | 'never';
  /** Values of `reasoning_effort` that it takes, the least first. Empty: it takes none. */
  readonly efforts?: readonly string[];
  /** The effort that it thinks with where a request names none. */
  readonly defaultEffort?: string;
  readonly sampling?: ModelSampling;
  /** The greatest temperature. */
  readonly maxTemperature?: number;
  /** A forced tool_choice is taken beside thinking. */
  readonly forcedToolsWithThinking?: boolean;
  /** A last message of the assistant is continued. */
  readonly prefill?: boolean;
  /** Parts of user messages; `image_url` means images by address, `image` images as data. */
  readonly parts?: readonly ModelPart[];
  /** `json_schema`, `json_object`, or neither. */
  readonly structuredOutput?: 'schema' | 'object' | 'none';
  readonly tools?: boolean;
  readonly parallelCalls?: boolean;
  readonly toolsInStreams?: boolean;
  /** Tokens of prompt and answer together. */
  readonly contextWindow?: number;
  /** Tokens of one answer. */
  readonly maxOutput?: number;
  /** Where the provider says so. */
  readonly source?: string;
  /** When that was read, as YYYY-MM-DD. */
  readonly date?: string;
}

export type ModelPart = 'text' | 'image' | 'image_url' | 'file' | 'audio';

/** Facts of the models whose names match. */
export interface ModelRow extends ModelFacts {
  /** Matches the whole name of the model at the provider, without regard to case. */
  readonly models: RegExp;
  readonly source: string;
  readonly date: string;
}
