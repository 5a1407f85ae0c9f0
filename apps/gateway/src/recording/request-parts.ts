import type { Caller } from '@multilane/auth';
import type { AnyRequest, MediaUsage, ProviderKind, RequestKind, Tags } from '@multilane/contracts';
import type { BudgetHold, HeldSlots, RequestLimits } from '@multilane/policy';
import type { Departure } from '@multilane/telemetry';
import type { ImageOwner } from '../database/image-addresses.js';
import type { AnswerFacts, ChatBridge, EndpointDescriptor, FormatRules } from '../endpoints/descriptor.js';
import type { RequestGuard } from '../guarding/request-guard.js';
import type { CallFacts, CallPlan, ModelCall } from '../model-calls/model-call.js';
import type { RouteRun } from '../model-calls/route-run.js';
import type { PayloadCapture } from '../payloads/payload-capture.js';
import type { VirtualModel } from '../snapshot/routes/route.js';
import type { RoutingConfig, ServedModel, Snapshot } from '../snapshot/snapshot.js';
import { makeIdSeed } from '../upstream/make-id-seed.js';
import type { CacheUse } from './cache-use.js';
import type { RecordingServices } from './recording-services.js';

/** Caller that was let in, and the snapshot that says so; the request keeps both to its end. */
export interface Admission {
  readonly caller: Caller;
  readonly snapshot: Snapshot;
}

/** Recorded facts of a request, whoever read it off the wire. */
export interface RequestSummary {
  readonly requestId: string;
  readonly method: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  /** The name that requests of its kind are counted and recorded by; undefined if no route has the path. */
  readonly endpoint: string | undefined;
  /** Kind that it counts as, if its route says so; by default its method decides: reading, or not. */
  readonly kind?: RequestKind;
  /** The IP address of the caller; null if it is not recorded. */
  readonly clientAddress: string | null;
  /** Null on public routes and for strangers. */
  readonly admission: Admission | null;
}

/** Tags and customer of a request (docs/contract/audit.md#attribution). */
export interface Attribution {
  readonly tags: Tags | undefined;
  readonly customer: string | undefined;
}

/** Version of a prompt that a request was made with. */
export interface UsedPrompt {
  readonly name: string;
  readonly version: number;
  /** Label that led to it; undefined if the request named the version. */
  readonly label: string | undefined;
  /** Characters that it adds to the body; left out for a job, whose body has them. */
  readonly characters?: number;
}

/** A request for a model as it came in, over HTTP or otherwise. */
export interface IncomingRequest extends RequestSummary {
  /** The path parameters of the endpoint; undefined if it has none. */
  readonly params?: Readonly<Record<string, string>>;
  /** The query of its address; undefined if there is none. */
  readonly query?: URLSearchParams | undefined;
  /** Headers that steer the request beside its body, by names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Admits the same credential once more, for what lasts long; undefined if nothing does. */
  readmit?(): Promise<Admission>;
  /** True if it is so large that writing it for the provider takes several turns of the event loop. */
  readonly isLarge: boolean;
  /** `http://` with the gateway's own end of the connection, where both ends are this machine; undefined elsewhere. */
  readonly loopbackOrigin?: string | undefined;
  /** True if a client of the API waits for the answer: the gateway's own requests ask no agents. */
  readonly isOfClient?: boolean;
  /** The job that the request is run by; undefined for one that somebody waits for. */
  readonly job?: JobOfRequest | undefined;
  /** The knowledge bases that the request is made for, to read documents or to answer; undefined if there are none. */
  readonly kbIds?: readonly string[] | undefined;
}

/** The job that runs a request. */
export interface JobOfRequest {
  readonly id: string;
  /** True if it counted as a request when it was accepted, so that only its tokens count when it runs. */
  readonly wasCounted: boolean;
  /** Set where the request was answered elsewhere, in a batch of the provider, and is only charged and recorded here. */
  readonly settlement?: Settlement;
  /** A provider begins to answer: from now on the request must not be run again. */
  noteAnswer(): void;
}

/** Settlement of a line's request that a provider's own batch has answered. */
export interface Settlement {
  /** The same however often it is settled, so that the record counts once. */
  readonly recordId: string;
  /** Time of the record in milliseconds since the epoch; the same however often it is settled. */
  readonly recordedAt: number;
  /** Share of the usual price that the request costs in a batch. */
  readonly priceShare: number;
  /** Answer of the provider: its status, and the parsed body. */
  readonly answer: { readonly status: number; readonly body: unknown };
}

/** The request as it was asked. Every field of this and the other parts has a value from the start, so that V8 sees one shape. */
export class AskedRequest implements CallFacts {
  readonly startedAt = performance.now();
  readonly idSeed = makeIdSeed();
  readonly caller: Caller;
  /** The snapshot that let the caller in: the request keeps it to its end. */
  readonly snapshot: Snapshot;
  readonly isLarge: boolean;
  readonly headers: IncomingRequest['headers'];
  /** The request, checked, in the client's own format. */
  request: AnyRequest | undefined = undefined;
  /** Routing config that X-Service-Config names. */
  routingConfig: RoutingConfig | undefined = undefined;
  /** Virtual model that the request named, if it is one. */
  virtualModel: VirtualModel | undefined = undefined;
  /** Tags and customer of the request; undefined if it has neither. */
  attribution: Attribution | undefined = undefined;
  /** The prompt that was put before it; undefined if it names none. */
  prompt: UsedPrompt | undefined = undefined;
  /** True if the answer explains its routing to the caller. */
  isExplained = false;

  constructor(
    readonly endpoint: EndpointDescriptor,
    readonly incoming: IncomingRequest,
    { caller, snapshot }: Admission,
    /** The body as parsed JSON, not checked yet. */
    readonly body: unknown,
  ) {
    this.caller = caller;
    this.snapshot = snapshot;
    this.isLarge = incoming.isLarge;
    this.headers = incoming.headers;
  }

  get requestId(): string {
    return this.incoming.requestId;
  }

  get job(): JobOfRequest | undefined {
    return this.incoming.job;
  }

  get kbIds(): readonly string[] | undefined {
    return this.incoming.kbIds;
  }

  get streamed(): boolean {
    return this.request?.stream === true;
  }

  /** Streams, and answers of bytes: sound, the content of files. */
  get isRelayed(): boolean {
    return this.streamed || this.endpoint.answers[0] === 'bytes';
  }

  /** Owner of the images that are answered by address. */
  get imageOwner(): ImageOwner {
    const { caller, incoming, snapshot } = this;
    const organizationId = caller.organizationId ?? snapshot.ownOrganization.id;
    return { organizationId, loopbackOrigin: incoming.loopbackOrigin };
  }

  /** A header as text; several of one name as a list. */
  header(name: string): string | undefined {
    const value = this.headers[name];
    return Array.isArray(value) ? value.join(',') : value;
  }

  /** The request of the client; a stage that asks for it before it is validated is in the wrong place. */
  get validated(): AnyRequest {
    if (this.request === undefined) throw new Error('the request is not validated yet');
    return this.request;
  }
}

/** Plan of a request that has its model. */
export interface ServingPlan extends CallPlan {
  /** Format of requests and answers in the words of `endpoint`. */
  readonly format: FormatRules;
  /** Puts the answer of chat into the client's words; absent where the provider speaks them itself. */
  readonly bridge: ChatBridge<AnyRequest> | undefined;
  /** Losses of the translation onto chat, by the client's names; undefined if it preserved everything. */
  readonly lost: readonly string[] | undefined;
  /** Parameters that the operator lets be dropped and the request asked for, by the names of `endpoint`. */
  readonly dropped: readonly string[] | undefined;
}

/** Charges of a request's second call, beside those of the request. */
export interface HedgeHold {
  /** Charges the tokens that the call used. A second settlement does nothing. */
  settle(tokens: number): void;
}

/** Plan of a request: its targets, and the effects of policies on it. */
export class PlannedRequest {
  /** The way through several targets; undefined if there is one model and no routing config. */
  route: RouteRun | undefined = undefined;
  /** Target that is tried, and in the end the one that served. */
  model: ServedModel | undefined = undefined;
  plan: ServingPlan | undefined = undefined;
  /** The budgets that the request spends, and what it reserved of them; undefined if it has none. */
  budgets: BudgetHold | undefined = undefined;
  /** True if a budget rule that is spent sent the request to another model. */
  isDowngraded = false;
  /** Set if the answer may come from the cache, or is to be cached. */
  cache: CacheUse | undefined = undefined;
  /** Charges of the request under its rate limits; undefined if it has none. */
  limits: RequestLimits | undefined = undefined;
  /** Slots of the caller, among the requests that run at the same time; undefined if nothing limits them. */
  held: HeldSlots | undefined = undefined;
  /** Slots at the target that is called; undefined if nothing limits them. */
  heldAtTarget: readonly HeldSlots[] | undefined = undefined;
  /** Slots, limits and budgets of its second call; undefined if there was none. */
  hedge: HedgeHold | undefined = undefined;
  /** True if the second call gave the answer. */
  wonByHedge = false;
  /** Time that the request has waited for slots, in milliseconds; undefined if it did not. */
  queuedMs: number | undefined = undefined;
  /** Guardrails and personal-data rules of the request; undefined if none apply. */
  guard: RequestGuard | undefined = undefined;
  /** Notes for the stored payload; undefined if none is stored, or the request was rejected. */
  payload: PayloadCapture | undefined = undefined;

  /** The serving plan; a stage that asks for it before it is made is in the wrong place of its pipeline. */
  get serving(): ServingPlan {
    if (this.plan === undefined) throw new Error('the pipeline has no serving plan yet');
    return this.plan;
  }

  /** The kind of the provider that answers, or the one that gave the cached answer. */
  kindServedBy({ adapter }: ServingPlan): ProviderKind {
    return (this.cache?.hit?.kind as ProviderKind | undefined) ?? adapter.kind;
  }

  /** The name of that provider. */
  servedBy({ target }: ServingPlan): string {
    const hit = this.cache?.hit;
    return hit === undefined ? target.providerName : (hit.provider ?? hit.kind);
  }
}

/** A call of a tool of an MCP server. */
export interface ToolCall {
  /** Null where the caller named none, and nothing was called. */
  readonly server: string | null;
  readonly tool: string;
  /** Undefined until there is a result. */
  readonly costUsd: number | undefined;
}

/** End of a request. */
export class RequestEnding {
  /** True once the answer is sent or can no longer be sent; the stages that follow are skipped. */
  answered = false;
  /** Failure of the request, also if it could only be reported inside the stream. */
  failure: unknown = undefined;
  /** The provider's stream came to its good end, whatever became of it on the way to the client. */
  streamEnded = false;
  /** From the beginning to the first byte sent to the client, in milliseconds. */
  timeToFirstByteMs: number | undefined = undefined;
  /** Texts that the model wrote, as far as they were seen; only for an estimate if no usage is reported. */
  readonly completionParts: string[] = [];
  /** Estimated characters of text in an answer that is relayed unread; for an estimate too. */
  relayedCharacters = 0;
  /** Model that served it according to the answer; only while traces are on. */
  answerModel: string | undefined = undefined;
  costUsd: number | undefined = undefined;
  /** Names the prices of media that the cost was computed with; undefined of texts. */
  mediaPriceVersion: string | undefined = undefined;
  /** Media that were used; undefined for texts. */
  media: MediaUsage | undefined = undefined;
  /** The tool that was called, and what the call cost; undefined if it had no result. */
  toolCall: ToolCall | undefined = undefined;
  /** Departure of the client; undefined if it did not leave. */
  departure: Departure | undefined = undefined;
  /** Bytes of a downloaded file so far. */
  downloadedBytes: number | undefined = undefined;
}

/** Facts that an endpoint needs to write an answer. */
export function answerFactsOf(asked: AskedRequest, planned: PlannedRequest): AnswerFacts {
  const { cache, plan } = planned;
  return {
    requestId: asked.requestId,
    idSeed: cache?.idSeed ?? asked.idSeed,
    created: cache?.created ?? Math.floor((Date.now() - (performance.now() - asked.startedAt)) / 1000),
    clock: readSeconds,
    model: asked.validated.model ?? '',
    ...(plan && { kind: planned.kindServedBy(plan) }),
  };
}

function readSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** A request in its parts, as it is recorded. */
export interface RecordedRequest {
  readonly asked: AskedRequest;
  readonly planned: PlannedRequest;
  /** Attempts at providers. */
  readonly tried: ModelCall;
  readonly ended: RequestEnding;
  /** Destination of its answer; `status` is the one that was sent to the reader, if any. */
  readonly sink: { readonly status: number | undefined };
  readonly services: RecordingServices;
}
