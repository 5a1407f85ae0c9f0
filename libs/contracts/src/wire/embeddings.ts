/** POST /v1/embeddings in the reference format (docs/contract/embeddings.md#embeddings). */
export interface EmbeddingsRequest {
  model: string;
  /** A text, texts, the tokens of a text, or the tokens of texts. */
  input: string | string[] | number[] | number[][];
  encoding_format?: 'float' | 'base64';
  dimensions?: number;
  user?: string;
  /**
   * Purpose of the embeddings, for models that ask: an extension that providers beside the reference have. The words of
   * Cohere (`search_document`, `search_query`, `classification`, `clustering`) work on every kind that is translated.
   */
  input_type?: string;
  [member: string]: unknown;
}

export interface EmbeddingsResponse {
  object: 'list';
  data: EmbeddingItem[];
  model: string;
  usage?: { prompt_tokens: number; total_tokens: number; [member: string]: unknown };
  [member: string]: unknown;
}

export interface EmbeddingItem {
  object: 'embedding';
  index: number;
  /** Numbers, or base64 of little-endian 32-bit floats. */
  embedding: number[] | string;
}
