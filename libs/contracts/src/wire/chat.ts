/**
 * The reference chat-completions wire format (docs/contract/chat.md#response and docs/contract/chat.md#request-fields).
 * Members that the gateway does not interpret travel through the index signatures untouched.
 */

import type { BILLED, Billed } from '../billed.js';

export interface ChatRequest {
  model: string;
  messages: ChatMessage[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean; [member: string]: unknown };
  temperature?: number;
  top_p?: number;
  max_tokens?: number;
  max_completion_tokens?: number;
  stop?: string | string[];
  user?: string;
  tools?: ChatTool[];
  tool_choice?: ToolChoice;
  response_format?: ResponseFormat;
  n?: number;
  seed?: number;
  presence_penalty?: number;
  frequency_penalty?: number;
  logprobs?: boolean;
  top_logprobs?: number;
  logit_bias?: Record<string, number>;
  parallel_tool_calls?: boolean;
  reasoning_effort?: string;
  [member: string]: unknown;
}

export type ChatRole = 'system' | 'developer' | 'user' | 'assistant' | 'tool';

export interface ChatMessage {
  role: ChatRole;
  content?: string | ContentPart[] | null;
  name?: string;
  tool_calls?: ToolCall[] | null;
  tool_call_id?: string;
  refusal?: string | null;
  reasoning_content?: string | null;
  [member: string]: unknown;
}

export type ContentPart =
  | { type: 'text'; text: string; [member: string]: unknown }
  | { type: 'image_url'; image_url: { url: string; detail?: string }; [member: string]: unknown }
  | { type: 'input_audio'; input_audio: { data: string; format: string }; [member: string]: unknown }
  | { type: 'file'; file: { file_data?: string; file_id?: string; filename?: string }; [member: string]: unknown }
  | { type: 'refusal'; refusal: string; [member: string]: unknown };

export interface ToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
  [member: string]: unknown;
}

export interface ChatTool {
  type: string;
  function: {
    name: string;
    description?: string | null;
    parameters?: Record<string, unknown> | null;
    strict?: boolean | null;
  };
  [member: string]: unknown;
}

export type ToolChoice = 'auto' | 'none' | 'required' | { type: 'function'; function: { name: string } };

export type ResponseFormat =
  | { type: 'text' }
  | { type: 'json_object' }
  | {
      type: 'json_schema';
      json_schema: { name: string; description?: string; schema?: Record<string, unknown>; strict?: boolean | null };
    };

export interface ChatCompletion {
  id: string;
  object: 'chat.completion';
  created: number;
  model: string;
  choices: ChatChoice[];
  usage?: Usage | null;
  [member: string]: unknown;
}

export interface ChatChoice {
  index: number;
  message: ChatMessage;
  finish_reason: string | null;
  logprobs?: unknown;
  [member: string]: unknown;
}

export interface ChatChunk {
  id: string;
  object: 'chat.completion.chunk';
  created: number;
  model: string;
  choices: ChunkChoice[];
  usage?: Usage | null;
  [member: string]: unknown;
}

export interface ChunkChoice {
  index: number;
  delta: ChunkDelta;
  finish_reason?: string | null;
  logprobs?: unknown;
  [member: string]: unknown;
}

export interface ChunkDelta {
  role?: ChatRole;
  content?: string | null;
  refusal?: string | null;
  reasoning_content?: string | null;
  tool_calls?: ToolCallDelta[];
  [member: string]: unknown;
}

export interface ToolCallDelta {
  index: number;
  id?: string;
  type?: 'function';
  function?: { name?: string; arguments?: string };
  [member: string]: unknown;
}

/** Token counts in the reference shape; the details are present only when the provider reported them. */
export interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  prompt_tokens_details?: { cached_tokens?: number; [member: string]: unknown } | null;
  completion_tokens_details?: { reasoning_tokens?: number; [member: string]: unknown } | null;
  readonly [BILLED]?: Billed;
  [member: string]: unknown;
}
