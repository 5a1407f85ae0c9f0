/**
 * One model as listed by GET /v1/models (docs/contract/model-access.md#listing; `display_name` by
 * docs/contract/model-access.md#listing).
 */
export interface ListedModel {
  id: string;
  object: 'model';
  created: 0;
  owned_by: 'multilane';
  provider: string;
  source: string;
  display_name: string;
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
