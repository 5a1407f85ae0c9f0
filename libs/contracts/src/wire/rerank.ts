/** POST /v1/rerank (docs/contract/rerank.md#rerank). */
export interface RerankRequest {
  model: string;
  query: string;
  documents: (string | { text: string; [member: string]: unknown })[];
  top_n?: number;
  return_documents?: boolean;
  [member: string]: unknown;
}

export interface RerankResponse {
  id: string;
  model: string;
  /** Best first. */
  results: RerankResult[];
  usage?: { prompt_tokens?: number; total_tokens?: number; [member: string]: unknown };
  [member: string]: unknown;
}

export interface RerankResult {
  /** The index of the document in the request. */
  index: number;
  relevance_score: number;
  document?: { text: string; [member: string]: unknown };
}
