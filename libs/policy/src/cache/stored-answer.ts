/** An answer as it is cached: what the provider said, before anything of the gateway's own is done to it. */
export interface StoredAnswer {
  /** `whole`: `body` is the answer as JSON. `stream`: a list of its chunks, each with its ready event where it has one. */
  readonly form: 'whole' | 'stream';
  /** The kind of the provider that gave it. */
  readonly kind: string;
  /** That provider's own name; absent in answers that an earlier version stored. */
  readonly provider?: string | undefined;
  /** The logical name of the model that gave it. */
  readonly model: string;
  /** Seed of the answer's ids, and its time in seconds since the epoch: it is replayed with the same. */
  readonly idSeed: string;
  readonly created: number;
  /** Id of the request that was answered; absent in answers that an earlier version stored. */
  readonly requestId?: string | undefined;
  /** Parameters that the answered request was sent without; absent if there were none. */
  readonly adjusted?: readonly string[] | undefined;
  readonly body: Buffer;
}

/** The store of cached answers. If it fails, no request fails or waits: it behaves as if it were empty. */
export interface AnswerCache {
  /** @param owner the organization's id: answers of one organization lie together */
  find(owner: string, key: string): StoredAnswer | undefined | Promise<StoredAnswer | undefined>;
  store(owner: string, key: string, answer: StoredAnswer, ttlSeconds: number): void;
  close(): Promise<void>;
}

/** The largest answer that is cached, in bytes. */
export const LARGEST_ANSWER_BYTES = 1024 * 1024;
