/** One model as listed by GET /v1/models (specification section 2; `display_name` by decisions section 5). */
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
