/** Turns texts into vectors. */
export interface Embedder {
  /** Numbers per vector. */
  readonly dimensions: number;
  /**
   * One vector of length 1 for each text, in the same order.
   *
   * @throws EmbedderError, or the signal's reason.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
  /** Rejects what is waiting and frees the memory. */
  close(): Promise<void>;
}

/**
 * `busy`: too many texts are waiting; try again later. `too_long`: a text exceeds the limit. `failed`: the model or its
 * process failed. `closed`: the embedder was closed.
 */
export type EmbedderFailure = 'busy' | 'too_long' | 'failed' | 'closed';

/** Texts could not be embedded. The message quotes none of them. */
export class EmbedderError extends Error {
  override readonly name = 'EmbedderError';

  constructor(
    readonly failure: EmbedderFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
