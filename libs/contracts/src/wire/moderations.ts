/** POST /v1/moderations in the reference format. Without a model the built-in check answers. */
export interface ModerationsRequest {
  model?: string;
  input: string | string[] | ModerationPart[];
  [member: string]: unknown;
}

export type ModerationPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string; [member: string]: unknown } };

export interface ModerationsResponse {
  id: string;
  model: string;
  results: ModerationResult[];
  [member: string]: unknown;
}

export interface ModerationResult {
  flagged: boolean;
  categories: Record<string, boolean>;
  /** 0 to 1 for each category. */
  category_scores: Record<string, number>;
  category_applied_input_types?: Record<string, string[]>;
}
