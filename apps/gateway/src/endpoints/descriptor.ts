import type {
  AnyRequest,
  ChatChunk,
  ChatCompletion,
  ChatRequest,
  EndpointName,
  ModelType,
  ProviderGroup,
  ProviderKind,
  RequestKind,
  Usage,
} from '@multilane/contracts';
import type { GatewayError } from '@multilane/errors';
import type { TurnReader } from '@multilane/policy';
import type {
  Capabilities,
  Endpoint,
  ExchangeEndpoint,
  Losses,
  ModelFacts,
  ObjectKind,
  ProviderAdapter,
  ProviderTarget,
} from '@multilane/providers';
import type { RequestSchema } from '@multilane/validation';
import type { EndpointTexts } from '../guarding/texts/endpoint-texts.js';
import type { ModelSource } from '../snapshot/access/model-source.js';
import type { ServedModel } from '../snapshot/snapshot.js';
import type { PromptFormat } from './prompts/prompt-format.js';

/** Facts of the request for a translation back to the client's format; time comes from here, and nothing from chance. */
export interface AnswerFacts {
  /** Id that the client sent, or a new one; errors name it. */
  readonly requestId: string;
  /** Letters and digits, unique to the request: the ids of the answer are made from it. */
  readonly idSeed: string;
  /** Time at which the request came, in seconds since the epoch. */
  readonly created: number;
  /** Current time, in seconds since the epoch. */
  readonly clock: () => number;
  /** The model as the client named it. */
  readonly model: string;
  /** Kind of the provider that answers: some rules of streams differ between the provider groups. */
  readonly kind?: ProviderKind;
  /** About how many tokens the prompt has; only for bridges that show it before the provider has counted. */
  readonly promptTokens?: number | undefined;
}

/** Facts beside the request on which the gateway's own answers may depend. */
export interface LocalFacts extends AnswerFacts {
  /** The caller's tenant, for work in which tenants take turns. */
  readonly tenant: string;
  /** The model that was resolved; undefined for a request that names none. */
  readonly target: { readonly upstreamModel: string; readonly group: ProviderGroup } | undefined;
}

/**
 * Writes one streamed answer in the client's format, as text ready to be sent. Made fresh for each stream, synchronous.
 */
export interface StreamWriter<Chunk> {
  /** A chunk in order, or a comment where `chunk` is undefined; `raw` is the ready `data:` line if there is one. */
  write(chunk: Chunk | undefined, raw: string | undefined): string;
  /** The stream ended in good order. */
  end(): string;
  /** The stream broke; what follows the words already sent (docs/contract/streaming.md#stream-errors). */
  fail(error: GatewayError): string;
}

/** Puts a request of one client format into words of chat, and the answer of chat back. Pure; nothing is mutated. */
export interface ChatBridge<Request> {
  /** Format in which providers are called: chat. */
  readonly format: ProviderFormat;
  /** Droppable parameters that chat has no word for: they are left out before the translation, which rejects them. */
  readonly ownParameters?: readonly string[];
  /**
   * Throws a `GatewayError` that names the field of the client's format. A streamed request asks chat for its usage,
   * `stream_options: { include_usage: true }`, so that the writer always sees it. Hints that only group R understands
   * are left out for the others. `losses` gets what could not be preserved, by the client's names. `facts` says what is known of the model.
   */
  toChat(request: Readonly<Request>, group: ProviderGroup, losses?: Losses, facts?: ModelFacts): ChatRequest;
  /** Returns the client's name of a field of the chat request: `text.format` for `response_format`, `input[2]` for `messages[3]`. */
  nameParam(param: string, request: Readonly<Request>, group: ProviderGroup): string;
  fromChat(completion: ChatCompletion, request: Readonly<Request>, facts: AnswerFacts): object;
  /** True if its streams show the tokens of the prompt before the provider has counted them. */
  readonly showsPrompt?: true;
  /** Absent where the endpoint does not stream: its schema then rejects `stream: true`. */
  startStream?(request: Readonly<Request>, facts: AnswerFacts): StreamWriter<ChatChunk>;
}

/** Unit that a request is charged in. `nothing`: it uses no model, and neither token limits nor budgets count it. */
export type BillingUnit = 'tokens' | 'images' | 'characters' | 'seconds' | 'requests' | 'nothing';

/** Facts of the serving model for a check of a request. */
export interface CheckedModel {
  readonly adapter: ProviderAdapter;
  readonly codec?: { readonly capabilities?: Capabilities };
  readonly model: Pick<ServedModel, 'reasoningEfforts'>;
  readonly target: { readonly provider: ProviderTarget };
  /** Set where the request was translated onto chat. */
  readonly bridge?: object | undefined;
}

/** The field of another format that holds a parameter of the chat format. */
export type ParameterPlace = readonly [member: string, inner?: string];

/** A format that providers are asked in: one codec of `EndpointCodecs`. Requests of several endpoints may end up in one. */
export interface ProviderFormat extends FormatRules {
  /** Name of the format in adapters. */
  readonly key: Endpoint;
}

/** The events of a format that state the usage of a stream beside other things. */
export interface StreamedUsage {
  isIn(event: object): boolean;
  /** Nothing that counts comes behind such an event, however long the provider keeps the connection. */
  isLast(event: object): boolean;
  /** A copy of such an event that states `usage`. */
  add(event: object, usage: Usage): object;
}

/** Format of calls by an exchange: one codec of `ExchangeCodecs`. */
export interface ExchangeFormat extends FormatRules {
  /** Name of the format in adapters. */
  readonly key: ExchangeEndpoint;
}

/** Format of calls by a socket: the `realtime` of adapters. */
export interface SocketFormat extends FormatRules {
  readonly key: 'realtime';
}

/** Rules for guarding, caching and charging requests of one format. */
export interface FormatRules {
  /** `gen_ai.operation.name` of calls, where the provider's manifest names no other. */
  readonly operation: string;
  /** Texts that guardrails check, and in which personal data is replaced. */
  readonly texts: EndpointTexts;
  /** True if answers may come from the response cache. */
  readonly isCacheable: boolean;
  /** Finds the last messages of the user in a request; absent for formats that have no conversations. */
  readonly readTurns?: TurnReader;
  readonly billing: BillingUnit;
  /** True if answers have tokens of their own beside those of the prompt, so that budgets reserve for them. */
  readonly isGenerative: boolean;
  /** True if a translated answer always reports its usage, estimated if the provider reports none. */
  readonly reportsUsage: boolean;
  /** Absent where the usage of a stream has a chunk of its own, and for formats that do not stream. */
  readonly streamedUsage?: StreamedUsage;
  /** The fields of droppable parameters, by their names in the chat format; parameters not listed here have the same name. */
  readonly parameterPlaces?: Readonly<Record<string, readonly ParameterPlace[]>>;
  /** Throws where the model or its provider cannot do what a request asks for (docs/contract/chat.md#parameter-support). */
  check?(request: AnyRequest, serving: CheckedModel): void;
}

/** Format of an endpoint's errors, if it is not the reference's. It holds for all paths below the endpoint's own. */
export interface ErrorFormat {
  toBody(error: GatewayError, requestId: string): object;
  /** A header that answers name the request in, beside `x-request-id`. */
  readonly requestIdHeader: string;
}

/** Words for people who read the API's description or who took a wrong path. */
export interface EndpointDocs {
  /** Action of the endpoint, in one sentence. */
  readonly summary: string;
  /** Content of the answer. */
  readonly answer: string;
  /** The schema that bodies are held to; undefined if there is no JSON body. */
  readonly schema: RequestSchema | undefined;
  /** Paths below this one that other services serve and this one does not, with what to do instead. */
  readonly unsupported?: readonly (readonly [path: string, explanation: string])[];
  /** Paths that other services serve and this one does not, for which this endpoint serves, with how. */
  readonly replaces?: readonly (readonly [path: string, how: string])[];
  /** The message for a path below this one that no other entry explains. */
  readonly unsupportedBelow?: string;
}

/** A method and a path. A segment in braces, `{file_id}`, is a path parameter. */
export interface EndpointRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
}

/** By names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The id of something that a provider stores, in a request. */
export interface ObjectReference {
  readonly kind: ObjectKind;
  readonly id: string;
  /** The field that holds it; errors name it. */
  readonly param: string;
}

/**
 * One endpoint of the data plane, with everything that is known of it: how its requests are read, who may answer them, and how they are
 * guarded, cached, charged, recorded and documented. The answer comes from the first of: a provider that speaks the format itself, one that
 * is reached over chat, the gateway itself; otherwise it is 400 `unsupported_provider`.
 */
export interface EndpointDescriptor<Request extends AnyRequest = AnyRequest> {
  /** The name under which requests are counted, audited and traced. */
  readonly name: EndpointName;
  readonly route: EndpointRoute;
  /** Kind of its requests in the audit log (docs/contract/audit.md#kinds). Default: `call`. */
  readonly recordedAs?: RequestKind;
  /** The same where it depends on what is asked. */
  kindOf?(request: Readonly<Request>): RequestKind;
  /** Format of the request's body: `form` takes a multipart form or JSON, `sdp` a form or an SDP offer, as the content type says. */
  readonly body: 'json' | 'multipart' | 'form' | 'sdp' | 'bytes' | 'none';
  /** Parameters of the query that the endpoint reads, each with its description. */
  readonly query?: Readonly<Record<string, string>>;
  /** Formats of its answers. */
  readonly answers: readonly ('json' | 'events' | 'bytes' | 'sdp' | 'socket')[];
  readonly docs: EndpointDocs;
  /** Format of calls to providers that speak the client's format; undefined if every request goes over chat. */
  readonly format: ProviderFormat | undefined;
  /** Set where providers are asked by an exchange, instead of `format` and `bridge`. */
  readonly exchange?: ExchangeFormat;
  /** True if the request sets up a realtime session: the models that `session` names and the budgets are checked. */
  readonly opensSession?: true;
  /** Set where the answer is a socket. */
  readonly socket?: SocketFormat;
  /** The types of catalog model that may be asked; others are 400 `invalid_model_type`. */
  readonly modelTypes: readonly ModelType[];
  /** Requests of the usual kind, without their model: what a gateway sends itself before it serves others, one as often as the other. */
  readonly warmUpBodies?: readonly object[];
  /** Source in which model names are looked up (docs/contract/model-access.md#sources). */
  readonly source: ModelSource;
  /**
   * The request, checked; throws for the first problem, naming its field. A JSON body is returned as it came.
   *
   * @param params the values of the path parameters
   * @param query of the address, for endpoints with `query`
   * @param headers of the request, which may name its model
   */
  validate(
    body: unknown,
    params?: Readonly<Record<string, string>>,
    query?: URLSearchParams,
    headers?: RequestHeaders,
  ): Request;
  /**
   * True if the endpoint is about objects that callers store at a provider: its model may be remembered, several targets of a name are the
   * first of them, and its codec knows each object's owner (docs/contract/files.md#ownership).
   */
  readonly isStored?: true;
  /** Set if the request is about files, some of which the gateway stores itself (docs/contract/batches.md#files). */
  readonly isFiles?: true;
  /** Set where the request is about batches, which the gateway stores itself (docs/contract/batches.md). */
  readonly isBatches?: true;
  /** Set where agents can be asked by the name `agent/<name>` (docs/contract/agents.md#published-agents). */
  readonly servesAgents?: true;
  /** Set where requests can name a prompt (docs/contract/prompts.md). */
  readonly prompts?: PromptFormat;
  /** Set where the request is a message of a client of MCP (docs/contract/mcp.md). */
  readonly isMcp?: true;
  /** Set where the request is of a client of A2A (docs/contract/agents.md#a2a). */
  readonly isA2a?: true;
  /** Set where the request is about knowledge bases or document sets (docs/contract/knowledge.md#knowledge-bases). */
  readonly isKnowledge?: true;
  /**
   * The ids in a request of what a provider stores: each has to be the caller's own. Undefined if the request has none, which
   * costs nothing more.
   */
  findReferences?(request: Readonly<Request>): readonly ObjectReference[] | undefined;
  readonly bridge?: ChatBridge<Request>;
  /** The gateway's own answer, where no provider is needed or none can. */
  answerLocally?(request: Readonly<Request>, facts: LocalFacts): object | Promise<object>;
  /**
   * Names that mean the gateway's own answer where no model has them, so that the defaults of clients work. A configured
   * model of such a name wins.
   */
  readonly ownNames?: ReadonlySet<string>;
  /** True if `answerLocally` also answers when the provider reports that it does not offer this for the model. */
  readonly standsInForProvider?: true;
  /** Completes a provider's answer by the request alone: base64, repeated documents. Returns the same answer if there is nothing to do. */
  finish?(answer: object, request: Readonly<Request>): object;
  /** Writes the stream of a provider that speaks the format itself. */
  startNativeStream?(facts: AnswerFacts, request: Readonly<Request>): StreamWriter<unknown>;
  /** The event that keeps a silent stream open; a comment if it is left out. */
  readonly signOfLife?: string;
  readonly errors?: ErrorFormat;
  /** Endpoint at which the request runs later, as a job: it is answered with the job, once it is checked. Undefined: it runs now. */
  readonly runsLaterAt?: EndpointDescriptor;
}
