import type { Caller } from '@multilane/auth';
import type { Snapshot } from '../snapshot/snapshot.js';

/** Request whose question is embedded. */
export interface EmbeddingAsker {
  readonly admission: { readonly caller: Caller; readonly snapshot: Snapshot };
  readonly requestId: string;
  readonly clientAddress: string | null;
}

/** Turns questions into vectors for the response cache. `knowledge` implements it. */
export interface QuestionEmbedder {
  /**
   * A vector of length 1; undefined if there is none: the model failed or rejected the text, or too much waits. Never rejects.
   *
   * @param model `builtin`, or the name of a model, which is called as a request of the asker
   */
  embed(model: string, text: string, asker: EmbeddingAsker): Promise<Float32Array | undefined>;
  close(): Promise<void>;
}
