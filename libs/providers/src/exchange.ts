import type {
  AnyRequest,
  FormRequest,
  ImageEditRequest,
  ImageRequest,
  MediaUsage,
  SpeechRequest,
  TranscriptionRequest,
} from '@multilane/contracts';
import type { Losses } from './shared/losses.js';
import type { ProviderTarget, UpstreamBody, UpstreamMethod } from './target.js';

/**
 * Exchanges beyond JSON in and JSON out: uploads, downloads, sound, pictures, and work that takes several calls. One
 * codec each; an adapter without one answers 400 `unsupported_provider`.
 */
export interface ExchangeCodecs {
  readonly imageGenerations?: ExchangeCodec<ImageRequest>;
  readonly imageEdits?: ExchangeCodec<ImageEditRequest>;
  readonly imageVariations?: ExchangeCodec<ImageEditRequest>;
  readonly speech?: ExchangeCodec<SpeechRequest>;
  readonly transcriptions?: ExchangeCodec<TranscriptionRequest>;
  readonly translations?: ExchangeCodec<TranscriptionRequest>;
  readonly clientSecrets?: ExchangeCodec<ClientSecretRequest>;
  readonly realtimeCalls?: ExchangeCodec<RealtimeCallRequest>;
  readonly voices?: ExchangeCodec<VoicesRequest>;
  readonly files?: ExchangeCodec<FilesRequest>;
  readonly fineTuning?: ExchangeCodec<FineTuningRequest>;
}

export type ExchangeEndpoint = keyof ExchangeCodecs;

/** A secret for a realtime session: the session with its model, and how long the secret may begin one. */
export interface ClientSecretRequest extends AnyRequest {
  session: Record<string, unknown>;
  expires_after?: { seconds?: number };
}

/** A WebRTC call to a realtime model: what a browser offers, and the session with its model. */
export interface RealtimeCallRequest extends AnyRequest {
  session: Record<string, unknown>;
  readonly sdp: string;
  /** The query as it came, without `model`. */
  readonly query: Readonly<Record<string, string>>;
}

/** Request for the voices of speech. */
export type VoicesRequest = AnyRequest;

export type ObjectKind = 'file' | 'fine_tuning_job' | 'batch' | 'realtime_call';

/**
 * Ownership of objects at the provider's account, which many callers share: those that one caller made. Where it is
 * unavailable its methods reject with a `GatewayError`, and nothing of the account may be shown
 * (docs/contract/files.md#ownership).
 */
export interface OwnedObjects {
  /** Finds those of some ids that the caller made. */
  findOwn(kind: ObjectKind, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Lists the objects that the caller made, in the order in which they were recorded; `after` leaves out everything up
   * to that id.
   */
  list(
    kind: ObjectKind,
    page: { readonly after?: string | undefined; readonly order: 'asc' | 'desc'; readonly limit: number },
  ): Promise<readonly string[]>;
  /** Records what the caller has just made. */
  add(kind: ObjectKind, id: string): Promise<void>;
  /** Records what the provider has made for the caller; what has an owner keeps it. */
  addFound(kind: ObjectKind, ids: readonly string[]): Promise<void>;
  /** Forgets what is no more. */
  remove(kind: ObjectKind, id: string): Promise<void>;
}

/** A request for objects that a provider stores. Anyone who sends it has checked that its ids are the caller's. */
export interface StoredObjectsRequest extends FormRequest {
  /** Undefined if nobody knows who made what: then the account is shared. */
  readonly owned?: OwnedObjects | undefined;
  /** The query as it came, without `model`. */
  readonly query?: Readonly<Record<string, string>>;
}

/** Operation on files at a provider. */
export interface FilesRequest extends StoredObjectsRequest {
  readonly operation: 'create' | 'list' | 'retrieve' | 'content' | 'delete';
  /** The provider's own id; undefined for `create` and `list`. */
  readonly file_id?: string;
}

/** Operation on fine-tuning jobs at a provider. */
export interface FineTuningRequest extends StoredObjectsRequest {
  readonly operation: 'create' | 'list' | 'retrieve' | 'cancel' | 'pause' | 'resume' | 'events' | 'checkpoints';
  readonly job_id?: string;
  /** Members of the body of `create`, as they came. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** One call of an exchange. */
export interface ProviderCall {
  /** `POST` if it is left out. */
  readonly method?: UpstreamMethod;
  /** Below the base URL, percent-encoded, with its query; `addressCall` of the adapter may put more before and behind it. */
  readonly path: string;
  /** Names in lower case; the credential and the operator's own headers are added. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: UpstreamBody;
  /** A secret that the provider has issued for this call, sent as a bearer token in place of the target's credential. */
  readonly bearer?: string;
}

/** The answer to a call, with a status of 2xx: others have failed it with what `mapError` makes of them. */
export interface ProviderAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Read once, at the reader's pace. */
  readonly body: AsyncIterable<Uint8Array>;
  /** The whole body; fails with a `ProviderFailure` beyond 64 MiB. Instead of `body`. */
  bytes(): Promise<Buffer>;
  /**
   * The whole body as parsed JSON; fails with a `ProviderFailure` where it is none. Instead of `body`. Integers beyond 2^53 stay
   * raw JSON where the caller says so: codecs want them whose answers hold inputs of tools.
   */
  json(keepsLongIntegers?: boolean): Promise<unknown>;
}

/** A codec's way to its provider: with the credential, the time limits and the network rules of the target. */
export interface ProviderExchange {
  readonly target: ProviderTarget;
  /** Letters and digits that nobody can guess, unique to the attempt: ids and boundaries are made from it. */
  readonly idSeed: string;
  /** Time when the request was sent, in seconds since the epoch. */
  readonly created: number;
  /** Gets what could not be preserved as the request asked for it. */
  readonly losses: Losses;
  /** Aborted when nobody waits for the answer any more. Waits of a codec's own have to listen. */
  readonly signal: AbortSignal;
  /**
   * Resolves when the answer has begun. Fails with a `ProviderFailure`: for another status than 2xx, for a connection that
   * broke, and for silence beyond the target's time limits.
   */
  send(call: ProviderCall): Promise<ProviderAnswer>;
  /**
   * The same call for cleaning up: sent even when nobody waits any more, with ten seconds at most, and never failing.
   * It deletes the objects that an abandoned request has left at the
   * provider.
   */
  sendAnyway(call: ProviderCall): Promise<void>;
  /**
   * Resolves after the time. Rejects as soon as nobody waits any more, and with a `ProviderFailure` (`provider_timeout`) when the
   * exchange as a whole has reached the target's `total_ms`: codecs that poll pause with it, and so never poll for ever.
   */
  wait(milliseconds: number): Promise<void>;
  /**
   * Stores an image for a while and resolves to the address at which the gateway serves it, or to undefined if it could not be
   * stored. Undefined if the gateway has nowhere to store images, or no public address for them. Never rejects.
   */
  readonly publish?: ((image: Uint8Array) => Promise<string | undefined>) | undefined;
}

/** Answer to a request. */
export interface ExchangeAnswer {
  readonly contentType: string;
  /** Whole, or at the pace at which the reader takes it. */
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** The status of the answer; 200 if it is left out. */
  readonly status?: number;
  /** Further headers, names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Object that the request has made at the provider: it becomes the caller's before its id is returned, or else is
   * deleted.
   */
  readonly made?: { readonly kind: ObjectKind; readonly id: string; undo(): Promise<void> };
  /** True if the body is server-sent events. */
  readonly isStream?: boolean;
  /** Use, as far as it is known; read once more when a streamed body has come to its end. */
  usage(): MediaUsage | undefined;
}

/** Serves the requests of one endpoint at one kind of provider, in as many calls as it takes. */
export interface ExchangeCodec<Request extends AnyRequest> {
  /** True if it is there only for models with `capabilities: { beyond_reference: true }`. */
  readonly isBeyondReference?: true;
  /** True if a form that is still arriving can be sent on as it comes; others are read to their end first. */
  readonly streamsForms?: true;
  /** Throws a `GatewayError` that names the field which the provider cannot do. Pure; nothing has been sent yet. */
  check?(request: Readonly<Request>, target: ProviderTarget): void;
  /** Rejects with a `GatewayError` for what the request is to blame for, and a `ProviderFailure` for the rest. */
  serve(request: Readonly<Request>, exchange: ProviderExchange): Promise<ExchangeAnswer>;
}
