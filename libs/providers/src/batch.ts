import type { ExchangeEndpoint, ProviderExchange } from './exchange.js';

/** The endpoint whose calls those about a provider's own batches count as: most of them move files. */
export const BATCH_CALLS_ENDPOINT: ExchangeEndpoint = 'files';

/** The endpoints whose requests may come in batches, as adapters call them: members of `EndpointCodecs`. */
export type BatchEndpoint = 'chat' | 'completions' | 'messages' | 'embeddings' | 'rerank' | 'moderations';

/**
 * A provider's own batches: many requests that it answers within a day, mostly at a lower price.
 * A codec only carries requests there and answers back. What a request says, and what its answer means, is the business of the
 * adapter's codec for the same endpoint (`EndpointCodecs`): a line's `body` is what that codec's `encode` has written, and a
 * result's `body` is what its `decode` reads.
 */
export interface BatchCodec {
  /** True if it is there only for models with `capabilities: { beyond_reference: true }`. */
  readonly isBeyondReference?: true;
  /** The endpoints of the adapter whose requests the provider takes in batches; the gateway runs other batches itself. */
  readonly endpoints: readonly BatchEndpoint[];
  /** Number of requests that one batch may have. */
  readonly maxLines: number;
  /** Bytes that the bodies of one batch may have, together with those that the provider's format adds to each. */
  readonly maxBytes: number;
  /** Price of a request here, as a share of that of the same request outside a batch: 0.5 for half of it. */
  readonly priceShare: number;
  /**
   * Uploads the requests and starts the batch. Resolves to the provider's own id of the batch, which may hold slashes;
   * the gateway shows it to nobody. Uploads are deleted (`sendAnyway`) if the batch could not be started.
   *
   * Rejects with a `ProviderFailure`; nothing is left to run at the provider then, as far as the codec knows.
   */
  start(batch: BatchToStart, exchange: ProviderExchange): Promise<string>;
  /**
   * Finds the batch that an earlier `start` with this name may have begun, when a process died before it stored the id. Left out
   * where the provider remembers no names of batches; the gateway then fails the batch rather than start it twice.
   */
  find?(name: string, exchange: ProviderExchange): Promise<string | undefined>;
  /** Reads the progress of the batch. Rejects with a `ProviderFailure`. */
  read(id: string, exchange: ProviderExchange): Promise<BatchProgress>;
  /**
   * The results of a batch that has ended, in any order, read as they are consumed. Lines without one have failed, expired or were
   * cancelled with the batch. Fails with a `ProviderFailure`.
   */
  results(id: string, exchange: ProviderExchange): AsyncIterable<BatchResult>;
  /** Asks the provider to cancel; `read` says later what came of it. It does nothing to a batch that has ended. */
  cancel(id: string, exchange: ProviderExchange): Promise<void>;
  /** Deletes what the batch has left at the provider, once its results are read: files, the batch itself. Never rejects. */
  remove?(id: string, exchange: ProviderExchange): Promise<void>;
}

/** A batch of requests to one model at one endpoint. */
export interface BatchToStart {
  /** Letters, digits, hyphens and underscores, at most 64, unique: sent to the provider as a name or as metadata. */
  readonly name: string;
  readonly endpoint: BatchEndpoint;
  /** Number of lines. */
  readonly lineCount: number;
  /** The bytes of their bodies. */
  readonly bodyBytes: number;
  /** Read once, in order, at the pace at which the provider takes them; never hold all of them. */
  readonly lines: AsyncIterable<BatchLine>;
}

/** One request of a batch. */
export interface BatchLine {
  /** The gateway's own: letters, digits, hyphens and underscores, at most 64 (the strictest provider's rule). */
  readonly customId: string;
  /** JSON in the provider's own words, with the model's own name where the provider's bodies have one. */
  readonly body: string;
}

export interface BatchProgress {
  /**
   * `running` until the provider works on it no more; it may be validating, or cancelling. `ended`: results can be read, also where
   * it was cancelled or has expired in the middle. `failed`: the provider rejected it as a whole, and there are no results.
   */
  readonly status: 'running' | 'ended' | 'failed';
  /** Number of lines with a result so far; undefined if the provider does not say so. */
  readonly completed?: number | undefined;
  /** Number of them that have failed, expired or were cancelled. */
  readonly failed?: number | undefined;
  /** Reason of its failure, in the provider's words, for the log and the batch's `errors`. */
  readonly problem?: string | undefined;
}

/** Result of one line. */
export type BatchResult =
  | {
      readonly customId: string;
      readonly outcome: 'answered';
      /** The status of the answer. Beyond 2xx, `body` is an error, as the adapter's `mapError` reads it. */
      readonly status: number;
      /** The parsed body; integers beyond 2^53 as raw JSON, as `decode` of the adapter takes them. */
      readonly body: unknown;
    }
  | { readonly customId: string; readonly outcome: 'cancelled' | 'expired' };
