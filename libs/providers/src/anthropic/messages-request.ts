import type { ThinkingConfig } from '../shared/models/claude-thinking.js';

/** The part of the Messages API's request that the gateway writes (platform.claude.com/docs/en/api/messages). */
export interface MessagesRequest {
  model: string;
  /** Required by the provider; thinking counts towards it. */
  max_tokens: number;
  system?: ContentBlock[] | undefined;
  messages: Turn[];
  stream?: true | undefined;
  temperature?: number | undefined;
  top_p?: number | undefined;
  top_k?: number | undefined;
  stop_sequences?: string[] | undefined;
  metadata?: { user_id: string } | undefined;
  tools?: NativeTool[] | undefined;
  tool_choice?: NativeToolChoice | undefined;
  thinking?: ThinkingConfig | undefined;
  output_config?: OutputConfig | undefined;
}

/** platform.claude.com/docs/en/build-with-claude/structured-outputs, …/effort */
export interface OutputConfig {
  effort?: string;
  format?: { type: 'json_schema'; schema: Record<string, unknown> };
}

export interface Turn {
  role: 'user' | 'assistant';
  content: ContentBlock[];
}

export type ContentBlock = { cache_control?: unknown } & (
  | { type: 'text'; text: string }
  | { type: 'image'; source: Base64Source | UrlSource | FileSource }
  | { type: 'document'; source: Base64Source | TextSource | FileSource; title?: string | undefined }
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> }
  | { type: 'tool_result'; tool_use_id: string; content?: string | ContentBlock[] | undefined }
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string }
);

export interface Base64Source {
  type: 'base64';
  media_type: string;
  data: string;
}

export interface UrlSource {
  type: 'url';
  url: string;
}

/** A file of the provider's own (platform.claude.com/docs/en/build-with-claude/files). */
export interface FileSource {
  type: 'file';
  file_id: string;
}

export interface TextSource {
  type: 'text';
  media_type: 'text/plain';
  data: string;
}

export interface NativeTool {
  name: string;
  description?: string | undefined;
  input_schema: Record<string, unknown>;
  strict?: true | undefined;
  cache_control?: unknown;
}

export type NativeToolChoice =
  | { type: 'none' }
  | { type: 'auto' | 'any'; disable_parallel_tool_use?: true | undefined }
  | { type: 'tool'; name: string; disable_parallel_tool_use?: true | undefined };
