import {
  type AnswerCache,
  type AnswerFlights,
  AnswerRecording,
  type CachedAnswer,
  type FlightLead,
  type RecordedEvent,
  readStoredAnswer,
  type StoredAnswer,
} from '@multilane/policy';
import type { Metrics } from '@multilane/telemetry';
import type { SimilarHit, SimilarUse } from './similar-use.js';

/** The provider and model of an answer to cache. */
export type AnswerOrigin = Pick<StoredAnswer, 'kind' | 'provider' | 'model' | 'adjusted'> & {
  /** The provider's endpoint in whose words the answer is. */
  readonly endpoint: string;
};

/** Question of a request to the cache. */
export interface CacheQuestion {
  /** The organization whose answers lie together. */
  readonly owner: string;
  readonly key: string;
  readonly ttlSeconds: number;
  /** The provider's endpoint in whose words the answer is to be. */
  readonly endpoint: string;
  /** Seed of the ids of an answer to this request. */
  readonly idSeed: string;
  /** Time at which the request came, in seconds since the epoch. */
  readonly created: number;
  /** Identical requests of this moment, where they share one answer. */
  readonly flights: AnswerFlights | undefined;
  readonly requestId: string;
  /** Questions that ask the same in other words; undefined if only identical requests are answered. */
  readonly similar: SimilarUse | undefined;
}

/** The cache as one request uses it: an answer that it found, or else the recording of the one that it will keep. */
export class CacheUse {
  /** The answer that was found: the request is a hit. */
  hit: StoredAnswer | undefined = undefined;
  /** It waits for the answer of another request: whether it is a hit is not known yet. */
  isWaiting = false;
  private cached: CachedAnswer | undefined = undefined;
  private readonly recording = new AnswerRecording();
  /** Set while others may wait for this request's answer. */
  private lead: FlightLead | undefined = undefined;

  constructor(
    private readonly answers: AnswerCache,
    private readonly metrics: Metrics,
    private readonly question: CacheQuestion,
  ) {}

  get outcome(): 'hit' | 'miss' {
    return this.hit === undefined ? 'miss' : 'hit';
  }

  /** A cached answer is the same answer: its ids and its time are those of the first response. */
  get idSeed(): string {
    return this.hit?.idSeed ?? this.question.idSeed;
  }

  /** In seconds since the epoch. */
  get created(): number {
    return this.hit?.created ?? this.question.created;
  }

  /** The answer that was found, where it is not streamed. */
  get response(): object | undefined {
    return this.cached?.form === 'whole' ? this.cached.response : undefined;
  }

  /** The answer that was found, where it is streamed. */
  get events(): readonly RecordedEvent[] | undefined {
    return this.cached?.form === 'stream' ? this.cached.events : undefined;
  }

  /** Questions that ask the same in other words; undefined if only identical requests are answered. */
  get similar(): SimilarUse | undefined {
    return this.question.similar;
  }

  /** The question whose answer the request got; undefined if there is none. */
  get semanticHit(): SimilarHit | undefined {
    return this.hit && this.question.similar?.hit;
  }

  find(): StoredAnswer | undefined | Promise<StoredAnswer | undefined> {
    return this.answers.find(this.question.owner, this.question.key);
  }

  /**
   * Joins identical requests of this moment. Undefined: this one asks the provider, and must `end`. Otherwise the answer of the one that does,
   * if it has one.
   */
  join(): Promise<StoredAnswer | undefined> | undefined {
    const { flights, key, owner } = this.question;
    const joined = flights?.join(`${owner} ${key}`);
    if (joined instanceof Promise) {
      this.isWaiting = true;
      return joined;
    }
    this.lead = joined;
    return undefined;
  }

  /** Ends the wait of others, with an answer for them or without one, however this request ended. */
  end(answer?: StoredAnswer): void {
    this.lead?.end(answer);
    this.lead = undefined;
  }

  /** Takes what was found, and counts it; what cannot be read was not found. */
  found(answer: StoredAnswer | undefined): void {
    this.isWaiting = false;
    this.cached = answer && readStoredAnswer(answer);
    this.hit = this.cached && answer;
    this.metrics.recordCache(this.outcome);
  }

  /** Takes down what the provider answered. `bytes` are its own, where they say the same. */
  takeWhole(response: object, bytes: Buffer | undefined): void {
    this.recording.takeWhole(response, bytes);
  }

  /** Takes down what the provider streams. */
  takeChunk(chunk: object | undefined, raw: string | undefined): void {
    if (this.hit === undefined) this.recording.takeChunk(chunk, raw);
  }

  /** Keeps what was recorded of an answer that came whole and was delivered; nothing is waited for. */
  keep({ endpoint, adjusted, ...origin }: AnswerOrigin): void {
    const { created, idSeed, key, owner, ttlSeconds, endpoint: asked } = this.question;
    // Another target may have answered in the words of another endpoint: anyone who finds it could not read it.
    if (this.hit !== undefined || endpoint !== asked) return;
    const recorded = this.recording.finish();
    if (recorded === undefined) return;
    this.metrics.recordCache(typeof recorded === 'string' ? recorded : 'stored');
    if (typeof recorded === 'string') return;
    const { requestId } = this.question;
    const answer = { ...recorded, ...origin, idSeed, created, requestId, adjusted };
    this.answers.store(owner, key, answer, ttlSeconds);
    this.question.similar?.keep({ answerKey: key, idSeed, requestId }, ttlSeconds);
    this.end(answer);
  }
}
