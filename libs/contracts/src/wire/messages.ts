/**
 * The native messages format (platform.claude.com/docs/en/api/messages). Members that the gateway does not interpret
 * travel through the index signatures untouched.
 */

/** POST /v1/messages/count_tokens: everything of a request that costs tokens before the answer. */
export interface CountTokensRequest {
  model: string;
  messages: MessageTurn[];
  system?: string | MessageBlock[];
  tools?: MessageTool[];
  tool_choice?: MessageToolChoice;
  thinking?: MessageThinking;
  output_config?: MessageOutputConfig;
  [member: string]: unknown;
}

/** POST /v1/messages */
export interface MessagesRequest extends CountTokensRequest {
  /** 0 fills the provider's cache and generates nothing. */
  max_tokens: number;
  stream?: boolean;
  temperature?: number;
  top_p?: number;
  top_k?: number;
  stop_sequences?: string[];
  metadata?: { user_id?: string | null; [member: string]: unknown };
}

export interface MessageTurn {
  role: 'user' | 'assistant' | 'system';
  content: string | MessageBlock[];
}

/** A block of content; `type` says which other members it has. */
export interface MessageBlock {
  type: string;
  [member: string]: unknown;
}

/** A tool of the caller's (`type` absent or `custom`), or one that the provider defines. */
export interface MessageTool {
  type?: string | null;
  name?: string;
  description?: string;
  input_schema?: Record<string, unknown>;
  [member: string]: unknown;
}

export interface MessageToolChoice {
  type: string;
  name?: string;
  disable_parallel_tool_use?: boolean | null;
  [member: string]: unknown;
}

export interface MessageThinking {
  type: string;
  budget_tokens?: number;
  [member: string]: unknown;
}

export interface MessageOutputConfig {
  effort?: string | null;
  format?: { type: string; schema?: Record<string, unknown>; [member: string]: unknown } | null;
  [member: string]: unknown;
}

/** The whole answer. */
export interface MessagesResponse {
  id: string;
  type: 'message';
  role: 'assistant';
  model: string;
  content: MessageBlock[];
  stop_reason: string | null;
  stop_sequence: string | null;
  usage: MessagesUsage;
  [member: string]: unknown;
}

/** Token counts; tokens read from a cache or written to one are not part of `input_tokens`. */
export interface MessagesUsage {
  input_tokens: number;
  output_tokens: number;
  cache_creation_input_tokens?: number | null;
  cache_read_input_tokens?: number | null;
  [member: string]: unknown;
}

/** One event of a streamed answer. */
export interface MessagesEvent {
  type: string;
  [member: string]: unknown;
}

/** The answer of POST /v1/messages/count_tokens. */
export interface CountTokensResponse {
  input_tokens: number;
  [member: string]: unknown;
}

/**
 * The body of every failure on these endpoints: the gateway's envelope in the native one
 * (docs/contract/messages.md#errors).
 */
export interface MessagesErrorEnvelope {
  type: 'error';
  error: { type: string; message: string; param?: string; code: string; [member: string]: unknown };
  request_id: string;
}
