/**
 * One model as listed by GET /v1/models (docs/contract/model-access.md#listing; `display_name` by
 * docs/contract/model-access.md#listing).
 */
/** An extension of the reference's list: what a model takes, as far as the gateway knows. */
export interface ModelCapabilities {
  context_window?: number;
  max_output_tokens?: number;
  /** Values of `reasoning_effort`. Empty: none. */
  reasoning_efforts?: readonly string[];
  thinking?: 'budget' | 'adaptive' | 'none';
  structured_output?: 'schema' | 'object' | 'none';
  /** Parameters that are left out of requests, or rejected. */
  unsupported_parameters?: readonly string[];
  parallel_tool_calls?: boolean;
  forced_tool_choice?: boolean;
  /** Parts of messages that it takes beside text; `image_url` means images by address. */
  input_parts?: readonly ('image' | 'image_url' | 'file' | 'audio')[];
  /** The one name of the limit of tokens that the provider takes. */
  token_limit?: 'max_tokens' | 'max_completion_tokens';
  api?: 'chat' | 'responses' | 'both';
}

export interface ListedModel {
  id: string;
  object: 'model';
  created: 0;
  owned_by: 'multilane';
  provider: string;
  source: string;
  display_name: string;
  /** Known facts about the model; left out for agents, virtual models and unknown models. */
  capabilities?: ModelCapabilities;
  /** Present only for clients that send `anthropic-version`. */
  type?: 'model';
  created_at?: string;
}

export interface ModelList {
  object: 'list';
  data: ListedModel[];
  /** The three members below are present only for clients that send `anthropic-version`. */
  has_more?: boolean;
  first_id?: string | null;
  last_id?: string | null;
}
