import type {
  AnyRequest,
  ChatChunk,
  ChatCompletion,
  ChatRequest,
  EndpointName,
  ModelType,
  ProviderGroup,
  ProviderKind,
} from '@multilane/contracts';
import type { GatewayError } from '@multilane/errors';
import type { Endpoint, Losses } from '@multilane/providers';
import type { ModelSource } from '../snapshot/access/model-source.js';

/** What a translation back to the client's format must know of the request; time comes from here, and nothing from chance. */
export interface AnswerFacts {
  /** As the client sent it, or made; errors name it. */
  readonly requestId: string;
  /** Letters and digits, unique to the request: the ids of the answer are made from it. */
  readonly idSeed: string;
  /** When the request came, in seconds since the epoch. */
  readonly created: number;
  /** What time it is, in seconds since the epoch. */
  readonly clock: () => number;
  /** The model as the client named it. */
  readonly model: string;
  /** Who answers: some rules of streams differ between the provider groups. */
  readonly kind?: ProviderKind;
}

/** What the gateway's own answers may depend on beside the request. */
export interface LocalFacts extends AnswerFacts {
  /** The model that was resolved; undefined for a request that names none. */
  readonly target: { readonly upstreamModel: string; readonly group: ProviderGroup } | undefined;
}

/**
 * Writes one streamed answer in the client's format, as text ready to be sent. Made fresh for each stream, synchronous.
 */
export interface StreamWriter<Chunk> {
  /** A chunk in order, or a comment where `chunk` is undefined; `raw` is the ready `data:` line where there is one. */
  write(chunk: Chunk | undefined, raw: string | undefined): string;
  /** The stream ended in good order. */
  end(): string;
  /** The stream broke; what follows the words already sent (docs/contract/streaming.md#stream-errors). */
  fail(error: GatewayError): string;
}

/** Puts a request of one client format into words of chat, and the answer of chat back. Pure; nothing is mutated. */
export interface ChatBridge<Request> {
  /**
   * Throws a `GatewayError` that names the field of the client's format. A streamed request asks chat for its usage,
   * `stream_options: { include_usage: true }`, so that the writer always sees it. Hints that only group R understands
   * are left out for the others. `losses` hears of what could not be kept, by the client's names.
   */
  toChat(request: Readonly<Request>, group: ProviderGroup, losses?: Losses): ChatRequest;
  /** What the client calls a field of the chat request: `text.format` for `response_format`, `input[2]` for `messages[3]`. */
  nameParam(param: string, request: Readonly<Request>, group: ProviderGroup): string;
  fromChat(completion: ChatCompletion, request: Readonly<Request>, facts: AnswerFacts): object;
  startStream(request: Readonly<Request>, facts: AnswerFacts): StreamWriter<ChatChunk>;
}

/**
 * One client format of the data plane: how a request is read, and who may answer it. In this order: a provider that
 * speaks the format itself, one that is reached over chat, the gateway's own answer; else 400 `unsupported_provider`.
 */
export interface Surface<Request extends AnyRequest = AnyRequest> {
  /** The name under which requests are counted and recorded. */
  readonly name: EndpointName;
  /** The path that requests are posted to. */
  readonly path: string;
  /** What providers that speak this format call it. */
  readonly endpoint: Endpoint | undefined;
  /** The types of catalog model that may be asked; others are 400 `invalid_model_type`. */
  readonly modelTypes: readonly ModelType[];
  /** Where model names are looked up (docs/contract/model-access.md#sources). */
  readonly source: ModelSource;
  /** Returns the same body, checked; throws for the first problem, naming its field. */
  validate(body: unknown): Request;
  readonly bridge?: ChatBridge<Request>;
  /** The gateway's own answer, where no provider is needed or none can. */
  answerLocally?(request: Readonly<Request>, facts: LocalFacts): object | Promise<object>;
  /** What the request alone decides about a provider's answer: base64, repeated documents. Returns the answer itself where nothing is to do. */
  finish?(answer: object, request: Readonly<Request>): object;
  /** Writes the stream of a provider that speaks the format itself. */
  startNativeStream?(facts: AnswerFacts): StreamWriter<unknown>;
}
