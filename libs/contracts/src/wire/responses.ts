/**
 * POST /v1/responses: the reference's item format (docs/contract/responses.md#request). Members that the gateway does
 * not interpret travel untouched.
 */

export interface ResponsesRequest {
  model: string;
  input: string | ResponsesInputItem[];
  instructions?: string;
  tools?: ResponsesTool[];
  tool_choice?: ResponsesToolChoice;
  parallel_tool_calls?: boolean;
  max_output_tokens?: number;
  max_tool_calls?: number;
  temperature?: number;
  top_p?: number;
  top_logprobs?: number;
  presence_penalty?: number;
  frequency_penalty?: number;
  text?: { format?: ResponsesTextFormat | null; verbosity?: string | null };
  reasoning?: { effort?: string | null; summary?: string | null; [member: string]: unknown };
  stream?: boolean;
  stream_options?: { include_obfuscation?: boolean | null; [member: string]: unknown };
  include?: string[];
  metadata?: Record<string, string>;
  user?: string;
  truncation?: 'disabled';
  store?: false;
  background?: false;
  service_tier?: string;
  safety_identifier?: string;
  prompt_cache_key?: string;
  [member: string]: unknown;
}

export type ResponsesInputItem =
  | ResponsesInputMessage
  | ResponsesFunctionCall
  | ResponsesCustomToolCall
  | ResponsesToolOutput
  | ResponsesReasoning
  | ResponsesToolSearchItem
  | { type: 'additional_tools'; tools: ResponsesTool[]; [member: string]: unknown };

/** A message; its type may be left out. */
export interface ResponsesInputMessage {
  type?: 'message' | null;
  role: 'user' | 'assistant' | 'system' | 'developer';
  content: string | ResponsesContentPart[];
  [member: string]: unknown;
}

export type ResponsesContentPart =
  | { type: 'input_text' | 'output_text'; text: string; [member: string]: unknown }
  | { type: 'refusal'; refusal: string; [member: string]: unknown }
  | {
      type: 'input_image';
      image_url?: string | null;
      file_id?: string | null;
      detail?: string | null;
      [member: string]: unknown;
    }
  | {
      type: 'input_file';
      file_data?: string | null;
      file_id?: string | null;
      file_url?: string | null;
      filename?: string | null;
      detail?: string | null;
      [member: string]: unknown;
    }
  | { type: 'input_audio'; input_audio: { data: string; format: string }; [member: string]: unknown };

export interface ResponsesFunctionCall {
  type: 'function_call';
  id?: string;
  call_id: string;
  name: string;
  /** The namespace that declares the function. */
  namespace?: string | null;
  arguments: string;
  status?: ResponsesItemStatus;
  [member: string]: unknown;
}

/** A call of a tool that takes free text. */
export interface ResponsesCustomToolCall {
  type: 'custom_tool_call';
  id?: string;
  call_id: string;
  name: string;
  namespace?: string | null;
  input: string;
  status?: ResponsesItemStatus;
  [member: string]: unknown;
}

export interface ResponsesToolOutput {
  type: 'function_call_output' | 'custom_tool_call_output';
  call_id: string;
  output: string | ResponsesContentPart[];
  [member: string]: unknown;
}

/** A search for tools, and what the client found. */
export interface ResponsesToolSearchItem {
  type: 'tool_search_call' | 'tool_search_output';
  call_id: string;
  [member: string]: unknown;
}

export interface ResponsesReasoning {
  type: 'reasoning';
  id?: string;
  summary?: { type: 'summary_text'; text: string }[] | null;
  content?: { type: 'reasoning_text'; text: string }[] | null;
  encrypted_content?: string | null;
  [member: string]: unknown;
}

export interface ResponsesFunctionTool {
  type: 'function';
  name: string;
  description?: string | null;
  parameters?: Record<string, unknown> | null;
  strict?: boolean | null;
  [member: string]: unknown;
}

export interface ResponsesCustomTool {
  type: 'custom';
  name: string;
  description?: string | null;
  format?: { type: 'text' } | { type: 'grammar'; syntax: string; definition: string } | null;
  [member: string]: unknown;
}

export interface ResponsesNamespaceTool {
  type: 'namespace';
  name: string;
  description?: string | null;
  tools: (ResponsesFunctionTool | ResponsesCustomTool)[];
  [member: string]: unknown;
}

/** A search for tools that the client runs itself; only providers of this format know it. */
export interface ResponsesToolSearch {
  type: 'tool_search';
  execution?: 'client';
  [member: string]: unknown;
}

export type ResponsesTool = ResponsesFunctionTool | ResponsesCustomTool | ResponsesNamespaceTool | ResponsesToolSearch;

/** A tool as `tool_choice` names it. */
export interface ResponsesNamedTool {
  type: 'function' | 'custom';
  name: string;
  namespace?: string | null;
}

export type ResponsesToolChoice =
  | 'auto'
  | 'none'
  | 'required'
  | ResponsesNamedTool
  | {
      type: 'allowed_tools';
      mode: 'auto' | 'required';
      tools: (ResponsesNamedTool | { type: 'namespace'; name: string })[];
    };

export type ResponsesTextFormat =
  | { type: 'text' }
  | { type: 'json_object' }
  | {
      type: 'json_schema';
      name: string;
      description?: string | null;
      schema?: Record<string, unknown> | null;
      strict?: boolean | null;
    };

export type ResponsesItemStatus = 'in_progress' | 'completed' | 'incomplete';

export interface ResponsesOutputText {
  type: 'output_text';
  text: string;
  annotations: unknown[];
  logprobs: unknown[];
}

export interface ResponsesOutputMessage {
  type: 'message';
  id: string;
  status: ResponsesItemStatus;
  role: 'assistant';
  content: (ResponsesOutputText | { type: 'refusal'; refusal: string })[];
}

export interface ResponsesOutputReasoning {
  type: 'reasoning';
  id: string;
  summary: { type: 'summary_text'; text: string }[];
  encrypted_content?: string;
}

export type ResponsesOutputItem =
  | ResponsesOutputMessage
  | ResponsesOutputReasoning
  | ResponsesFunctionCall
  | ResponsesCustomToolCall;

export interface ResponsesUsage {
  input_tokens: number;
  input_tokens_details: { cached_tokens: number; [member: string]: unknown };
  output_tokens: number;
  output_tokens_details: { reasoning_tokens: number };
  total_tokens: number;
}

/** The answer: what was asked is echoed beside what came of it. */
export interface ResponsesResponse {
  id: string;
  object: 'response';
  created_at: number;
  status: 'in_progress' | 'completed' | 'incomplete' | 'failed';
  error: { code: string; message: string; [member: string]: unknown } | null;
  incomplete_details: { reason: 'max_output_tokens' | 'content_filter' } | null;
  model: string;
  output: ResponsesOutputItem[];
  usage: ResponsesUsage | null;
  [member: string]: unknown;
}

/** One event of a streamed answer. */
export interface ResponsesEvent {
  type: string;
  sequence_number: number;
  [member: string]: unknown;
}
