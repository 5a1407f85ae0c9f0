import type {
  AnyRequest,
  ChatChunk,
  ChatCompletion,
  ChatRequest,
  CompletionsRequest,
  CountTokensRequest,
  CountTokensResponse,
  DecisionRequest,
  DecisionResponse,
  EmbeddingsRequest,
  EmbeddingsResponse,
  MessagesEvent,
  MessagesRequest,
  MessagesResponse,
  ModerationsRequest,
  ModerationsResponse,
  ProviderGroup,
  ProviderKind,
  RerankRequest,
  RerankResponse,
  ResponsesEvent,
  ResponsesRequest,
  ResponsesResponse,
  TextCompletion,
  Usage,
} from '@multilane/contracts';
import type { BatchCodec } from './batch.js';
import type { Capabilities } from './capabilities.js';
import type { ExchangeCodecs } from './exchange.js';
import type { ProviderFailure } from './provider-failure.js';
import type { Losses } from './shared/losses.js';
import type { SocketCodec } from './socket.js';
import type { AwsCredential, ProviderTarget, UpstreamAddress, UpstreamDraft } from './target.js';

export type * from './target.js';

/**
 * Endpoints at which a provider may be asked in its own words, one codec each. An endpoint whose endpoint an adapter
 * lacks is translated onto chat where that can be, else rejected with 400 `unsupported_provider`.
 */
export interface EndpointCodecs {
  readonly chat?: StreamingCodec<ChatRequest, ChatCompletion, ChatChunk>;
  readonly completions?: StreamingCodec<CompletionsRequest, TextCompletion, TextCompletion>;
  /** The native messages format, straight through. */
  readonly messages?: StreamingCodec<MessagesRequest, MessagesResponse, MessagesEvent>;
  /** The Responses format, straight through; for models that the provider serves in it. */
  readonly responses?: StreamingCodec<ResponsesRequest, ResponsesResponse, ResponsesEvent>;
  /** Chat, translated to the Responses format: for models that the provider serves in that alone, or needs for their tools. */
  readonly chatOverResponses?: StreamingCodec<ChatRequest, ChatCompletion, ChatChunk>;
  readonly countTokens?: Codec<CountTokensRequest, CountTokensResponse>;
  readonly embeddings?: Codec<EmbeddingsRequest, EmbeddingsResponse>;
  readonly rerank?: Codec<RerankRequest, RerankResponse>;
  readonly moderations?: Codec<ModerationsRequest, ModerationsResponse>;
  readonly decision?: Codec<DecisionRequest, DecisionResponse>;
}

export type Endpoint = keyof EndpointCodecs;

/** Facts that a codec needs of the request it decodes an answer for; nothing here comes from a clock or from chance. */
export interface DecodeFacts {
  readonly kind: ProviderKind;
  /** Unique to the request; the ids a provider left out are made from it. */
  readonly idSeed: string;
  /** The time the request was sent, in seconds since the epoch; `created` of answers whose provider names none. */
  readonly created: number;
  /** The model's name at the provider; `model` of answers whose provider names none. */
  readonly model?: string | undefined;
  /** The calls whose bodies are decoded, in their order: some providers count tokens in a header. */
  readonly answers?:
    | readonly { readonly headers: Readonly<Record<string, string | string[] | undefined>> }[]
    | undefined;
  /** Request to the provider, in the words of the endpoint: an answer must fit it. Only its form is read. */
  readonly request?: AnyRequest | undefined;
  /** True if the client set `stream_options.include_usage`. */
  readonly includeUsage: boolean;
  /**
   * Called for a finish reason that the adapter does not know, which becomes `stop`
   * (docs/contract/chat.md#finish-reasons).
   */
  readonly onUnknownFinishReason?: ((reason: string) => void) | undefined;
}

export interface Decoded<Response> {
  readonly response: Response;
  /** Usage that the provider reported, in the reference meaning; undefined when it reported nothing. */
  readonly usage: Usage | undefined;
  /** True when `response` says exactly what the provider's bytes say, so that those may be answered as they came. */
  readonly verbatim: boolean;
}

/**
 * Receives the chunks of a stream in order.
 * `raw` is the ready line `data: …\n\n` when the provider's own words may be relayed; without it the chunk is
 * serialised by the receiver. A comment line arrives with `chunk` undefined.
 */
export type EmitChunk<Chunk> = (chunk: Chunk | undefined, raw: string | undefined) => void;

/**
 * Translates one upstream stream, attempt by attempt: made fresh for each, synchronous, never reused.
 * Both methods throw a `ProviderFailure` when the provider broke the stream or reported an error inside it.
 */
export interface StreamTranslator<Chunk> {
  /** Takes the next bytes, split anywhere. */
  push(bytes: Uint8Array, emit: EmitChunk<Chunk>): void;
  /** Called once when the provider closed the stream in good order; fails when the stream was not complete. */
  end(emit: EmitChunk<Chunk>): void;
  /** Usage that the provider has reported so far. */
  usage(): Usage | undefined;
}

/** Translates between the reference format of one endpoint and a provider's. Every method is pure. */
export interface Codec<Request, Response> {
  /** Headers of the client, in lower case, that go along to the provider: protocol versions, never a credential. */
  readonly forwardedHeaders?: readonly string[];
  /** Headers that a request needs beside those of all requests, in lower case; undefined for none. */
  headersOf?(request: Readonly<Request>, target: ProviderTarget): Readonly<Record<string, string>> | undefined;
  /** Parameters that requests cannot use, beyond those of the adapter's `capabilities`. */
  readonly capabilities?: Capabilities;
  /** True if answers hold inputs of tools as JSON values: their integers must keep the digits a double would change. */
  readonly answersHoldInputs?: boolean;
  /**
   * The JSON bodies to send: one, or one per input where the provider takes a single input a call. Never mutates.
   * `losses` gets the parameters that could not be preserved as they are.
   */
  encode(request: Readonly<Request>, target: ProviderTarget, losses?: Losses): string[];
  /**
   * The one body that `encode` writes, before it is written: of the request's members those that stay are the same values. Members
   * that are undefined are left out. Absent where the provider's words are not the request's.
   */
  compose?(request: Readonly<Request>, target: ProviderTarget, losses?: Losses): Readonly<AnyRequest>;
  /**
   * The request without the encrypted thinking of earlier turns, for a provider that cannot read it; the same request if it has none.
   * Absent where requests hold none, or where the codec tells by itself whose it is.
   */
  withoutThinking?(request: Readonly<Request>, losses: Losses): Readonly<AnyRequest>;
  /**
   * Takes the parsed bodies of the 2xx answers, long integers as raw JSON where they hold inputs, in the order of what
   * `encode` made; throws a `ProviderFailure` for an error or an unreadable shape. The endpoint does the work that
   * depends on the request alone (base64, documents repeated).
   */
  decode(bodies: readonly unknown[], facts: DecodeFacts): Decoded<Response>;
  /** Absent when the endpoint does not stream. */
  startStream?(facts: DecodeFacts): StreamTranslator<object>;
  /**
   * Translation of an answer from one form into the other, for providers that answer in the one that was not asked for.
   */
  readonly forms?: AnswerForms<Response, object>;
}

/** An answer as one value, and as the chunks of its stream. */
export interface AnswerForms<Response, Chunk extends object> {
  /** `showsUsage`: whether the stream has a chunk for the usage. */
  split(response: Response, showsUsage: boolean): Chunk[];
  /** Joins the events that a translator emitted: chunks, or their text if they were not read. */
  join(events: readonly (object | string)[]): Response;
}

export interface StreamingCodec<Request, Response, Chunk extends object> extends Codec<Request, Response> {
  startStream(facts: DecodeFacts): StreamTranslator<Chunk>;
}

export type ChatCodec = NonNullable<EndpointCodecs['chat']>;

/** One provider kind, as pure functions; one folder a kind, one line in `registry.ts`. */
export interface ProviderAdapter {
  readonly kind: ProviderKind;
  /** The group of its format, where that is not the kind's: models of other makers that a platform serves in their own words. */
  readonly group?: ProviderGroup | undefined;
  readonly capabilities: Capabilities;
  /** Used when the configuration names no `base_url`; undefined if it must. */
  readonly defaultBaseUrl: string | undefined;
  readonly endpoints: EndpointCodecs;
  /**
   * The name of the limit of tokens in chat requests that the gateway itself makes of other formats;
   * `max_completion_tokens` if it is left out. The chat client chooses its name.
   */
  readonly translatedLimit?: 'max_tokens' | undefined;
  /**
   * Members beyond the parameter table that its chat format defines; undefined where the codec judges them. A request that is
   * translated onto chat brings no others along.
   */
  readonly members?: ReadonlySet<string> | undefined;
  /** Work that is served in other ways than by one call of JSON. */
  readonly exchanges?: ExchangeCodecs;
  /** The provider's own batches; batches of other kinds are run by the gateway, line by line. */
  readonly batches?: BatchCodec;
  /** Opens sockets for `GET /v1/realtime`; undefined if the kind has none. */
  readonly realtime?: SocketCodec;
  address(target: ProviderTarget, endpoint: Endpoint, streaming: boolean): UpstreamAddress;
  /** The address of a call of an exchange; if it is left out, the path below the base URL. */
  addressCall?(target: ProviderTarget, path: string): UpstreamAddress;
  /** Adds a key or token to the draft's headers. */
  authorize(draft: UpstreamDraft, secret: string | undefined): UpstreamDraft;
  /** Signs the draft with an access key; `now` is in milliseconds since the epoch. Only where the kind takes such keys. */
  sign?(draft: UpstreamDraft, credential: AwsCredential, now: number): Promise<UpstreamDraft>;
  /** Says in our terms what a non-2xx answer means. `body` is its text; it reaches the log, never the caller. */
  mapError(
    status: number,
    body: string,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): ProviderFailure;
}
