/**
 * The part of a Converse request that the gateway writes
 * (docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html). Bytes are base64 in JSON.
 */
export interface ConverseRequest {
  messages: Turn[];
  system?: (TextBlock | CachePoint)[] | undefined;
  inferenceConfig?: InferenceConfig | undefined;
  toolConfig?: ToolConfig | undefined;
  outputConfig?: OutputConfig | undefined;
  /** In the model's own words: what Converse has no member for. */
  additionalModelRequestFields?: Record<string, unknown> | undefined;
}

/** …/API_runtime_OutputConfig.html, …/API_runtime_JsonSchemaDefinition.html: the schema is a text. */
export interface OutputConfig {
  textFormat: {
    type: 'json_schema';
    structure: { jsonSchema: { name?: string | undefined; description?: string | undefined; schema: string } };
  };
}

export interface InferenceConfig {
  maxTokens?: number | undefined;
  temperature?: number | undefined;
  topP?: number | undefined;
  stopSequences?: string[] | undefined;
}

export interface Turn {
  role: 'user' | 'assistant';
  content: ContentBlock[];
}

export type ContentBlock =
  | ResultBlock
  | CachePoint
  | { audio: { format: string; source: Bytes } }
  | { toolUse: { toolUseId: string; name: string; input: Record<string, unknown> } }
  | { toolResult: { toolUseId: string; content: ResultBlock[]; status?: 'error' } }
  | ReasoningBlock;

/** Content of a tool's result. */
export type ResultBlock =
  | TextBlock
  | { image: { format: string; source: Bytes } }
  | { document: { name: string; format: string; source: Bytes } };

export interface TextBlock {
  text: string;
}

export interface Bytes {
  bytes: string;
}

export interface CachePoint {
  cachePoint: { type: 'default'; ttl?: string };
}

export interface ReasoningBlock {
  reasoningContent: { reasoningText: { text: string; signature: string } } | { redactedContent: string };
}

export interface ToolConfig {
  tools: (ToolSpec | CachePoint)[];
  toolChoice?: ToolChoice | undefined;
}

export interface ToolSpec {
  toolSpec: {
    name: string;
    description?: string | undefined;
    inputSchema: { json: Record<string, unknown> };
    strict?: true | undefined;
  };
}

export type ToolChoice = { any: Record<string, never> } | { tool: { name: string } };
