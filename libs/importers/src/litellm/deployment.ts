import type { ModelDraft } from '../gateway-draft.js';
import type { SourceNode } from '../source-node.js';

/** One entry of `model_list` that can be served. */
export interface Deployment {
  readonly node: SourceNode;
  /** Everything but its name in the catalog, which depends on the other entries of its group. */
  readonly model: Omit<ModelDraft, 'logical_name'>;
  /** Share of the requests of its group, as LiteLLM counts it. */
  readonly weight: number | undefined;
  /** Entries with a lower number come first. */
  readonly order: number | undefined;
  /** Milliseconds. */
  readonly timeoutMs: number | undefined;
}
