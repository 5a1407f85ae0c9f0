import type { Caller } from '@multilane/auth';
import type { AnyRequest, Usage } from '@multilane/contracts';
import { ClientGone } from '@multilane/http';
import type { QuotaUse, RequestPriority } from '@multilane/policy';
import {
  type Codec,
  type Decoded,
  type Endpoint,
  type ExchangeAnswer,
  type ExchangeCodec,
  type ExchangeEndpoint,
  joinAddress,
  type Losses,
  type ProviderAdapter,
  ProviderFailure,
  readQuotas,
  type SocketCodec,
} from '@multilane/providers';
import type { Logger, Metrics, RoutingAttempt, TracedCall, Tracer } from '@multilane/telemetry';
import type { ImageAddresses, ImageOwner } from '../database/image-addresses.js';
import type { ServedModel, Snapshot, Target } from '../snapshot/snapshot.js';
import type { Credential } from '../upstream/credentials/credential-source.js';
import type { FrameSocket } from '../upstream/frame-socket.js';
import type { AnswerStream } from '../upstream/streamed-answer.js';
import type { Abortable, AttemptObserver, UpstreamHeaders } from '../upstream/upstream-sink.js';
import type { WholeAnswer } from '../upstream/whole-answer.js';
import { type CoolDownNotes, noteCredential } from './cool-downs/cool-downs.js';
import { describeFailure } from './describe-failure.js';
import { coolDown } from './judge-failure.js';
import { LossList } from './loss-list.js';

/** Model that is called, and the request for it. */
export interface CallPlan {
  /** Request to the provider, in the format of `endpoint`. */
  readonly request: AnyRequest;
  readonly endpoint: Endpoint | ExchangeEndpoint | 'realtime';
  readonly model: ServedModel;
  readonly target: Target;
  readonly adapter: ProviderAdapter;
  readonly codec: Codec<AnyRequest, object>;
  /** Set where the provider is asked in other ways than by one call of JSON; `codec` then serves nothing. */
  readonly exchange?: ExchangeCodec<AnyRequest> | undefined;
  /** Set where a socket is opened. */
  readonly socket?: SocketCodec | undefined;
}

/** Call that was ended because another one answered first, or because the client left both. Its provider bills what it generated. */
export interface OvertakenCall {
  readonly plan: CallPlan;
  /** Usage that its provider had reported; undefined if it is to be estimated. */
  readonly usage: Usage | undefined;
  /** Part of an answer as long as the winner's that it is taken to have generated, of 0 to 1. */
  readonly share: number;
  /** Where its tokens and cost are noted for the audit log. */
  readonly trace: RoutingAttempt;
  /** True for the second call of the request. */
  readonly isSecond: boolean;
}

/** Holder of a call's plan, which changes with each switch to another target of the route. */
export interface CallPlanning {
  readonly plan: CallPlan | undefined;
}

/** Facts that are the same for all attempts of a call. */
export interface CallFacts {
  /** Logs name it. */
  readonly requestId: string;
  /** Seed of the ids of the answer. */
  readonly idSeed: string;
  /** By `performance.now()`. */
  readonly startedAt: number;
  readonly streamed: boolean;
  /** True if the request is so large that writing it for the provider takes several turns of the event loop. */
  readonly isLarge: boolean;
  /** True if the answer is relayed as it comes, so that its first byte has a time limit of its own. */
  readonly isRelayed?: boolean;
  /** Headers of the client; a provider gets those that its codec forwards. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Caller, and the snapshot that let it in, for logs; undefined for requests of the gateway itself. */
  readonly caller?: Caller | undefined;
  readonly snapshot?: Snapshot | undefined;
  /** Request, which logs must not quote. */
  readonly request: AnyRequest | undefined;
  /** Owner of the images that are answered by address; undefined if none are. */
  readonly imageOwner?: ImageOwner | undefined;
  /** Called when a provider begins to answer; undefined if nothing needs to know. */
  readonly job?: { noteAnswer(): void } | undefined;
}

export interface CallServices {
  /** Undefined if images cannot be served by address. */
  readonly images?: ImageAddresses | undefined;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Undefined if nothing is noted for traces. */
  readonly tracer: Tracer | undefined;
  /** Undefined without a database: then nobody is told of cool-downs. */
  readonly coolDowns?: CoolDownNotes | undefined;
  /** Undefined if no sockets are opened. */
  readonly realtime?: { readonly max_frame_mb: number } | undefined;
}

/** Usage of an attempt that failed: it is paid for, though the answer is another one's. */
export interface LostUsage {
  readonly model: ServedModel;
  readonly usage: Usage;
  /** Set for a call that another one has overtaken. */
  readonly overtaken?: OvertakenCall;
}

/** A call to a provider that gave no answer to the request. */
export interface EndedCall {
  readonly plan: CallPlan;
  readonly durationMs: number;
  /** Our code of what went wrong, or `cancelled`; undefined for a success. */
  readonly failure: string | undefined;
}

/** The request that a call is made for. */
export interface CallAsker {
  /**
   * Priority of the request at a provider.
   *
   * @param isShared true if it serves several organizations
   * @throws GatewayError for a header that names none, or one that is not allowed
   */
  priorityAt(isShared: boolean): RequestPriority;
}

/** A call to a model with all its attempts: what was tried, and what came of it. Every field has a value from the start. */
export class ModelCall implements AttemptObserver, Losses {
  /** Calls to providers that were begun. */
  attempts = 0;
  /** Losses of the translation in progress; undefined until something is lost. */
  private lost: LossList | undefined = undefined;
  /** Losses of the body that was sent last, by the names of the plan's endpoint. */
  sentWithout: readonly string[] | undefined = undefined;
  /** Credentials of the calls to the provider, one for each; no log may hold them. */
  readonly credentials: Credential[] = [];
  /** A provider took the request on: its answer arrived, or has begun. */
  answerBegan = false;
  /** The answers where they are not streamed, in the order of what was sent. */
  wholeAnswers: readonly WholeAnswer[] = [];
  streamedAnswer: AnswerStream | undefined = undefined;
  /** The answer of an exchange: it has begun. */
  exchangeAnswer: ExchangeAnswer | undefined = undefined;
  /** The socket to the provider: open, and paused. */
  providerSocket: FrameSocket | undefined = undefined;
  /** Decoded whole answers, if they had to be read before they were delivered. */
  decoded: Decoded<object> | undefined = undefined;
  usage: Usage | undefined = undefined;
  /** Usage of attempts that failed in the end. */
  lostUsage: LostUsage[] | undefined = undefined;
  /** Charges of the attempt in progress under declared limits of its credentials. */
  quotaUses: QuotaUse[] | undefined = undefined;
  /** Knows the priority of the request; undefined for requests of the gateway itself. */
  asker: CallAsker | undefined = undefined;
  /** Calls that another one has overtaken; what they used is added when the request ends. */
  overtaken: OvertakenCall[] | undefined = undefined;
  /** Traces of the calls to providers; only while traces are on. */
  tracedCalls: TracedCall[] | undefined = undefined;
  /** Plan of the call whose answer is counted when the request ends; undefined until one answers. */
  answeredBy: CallPlan | undefined = undefined;
  /** Duration of that call in milliseconds: up to the whole answer, or the first chunk of a streamed one. */
  answeredMs = 0;
  /** End of that duration, on the clock of `performance.now()`. */
  answeredAt = 0;
  /** The other calls to providers, for metrics: those that failed, and answers that another one followed. */
  otherCalls: EndedCall[] | undefined = undefined;
  /** The plan whose provider cannot read the encrypted thinking in the request: it is asked without. */
  leavesOutThinking: CallPlan | undefined = undefined;
  /** Nobody waits for the answer any more. */
  cancelled = false;
  /** Part of an upload has left that cannot be sent again: no other attempt may follow. */
  isSpent = false;
  /** True if a stream that fails before its first content is followed by another attempt. */
  waitsForContent = false;
  /** The longest time to a whole answer in milliseconds, instead of the target's own. */
  totalMs: number | undefined = undefined;
  /**
   * Call in progress, ended when nobody waits any more. An object, because V8 puts a function that is written where it is assigned to a
   * property into the old generation, where it would keep the whole request from being collected young (docs/performance.md).
   */
  abortable: Abortable | undefined = undefined;

  constructor(
    readonly facts: CallFacts,
    private readonly planning: CallPlanning,
    readonly services: CallServices,
  ) {}

  /** The plan; anyone who asks for it before it is made comes too early. */
  get plan(): CallPlan {
    const { plan } = this.planning;
    if (plan === undefined) throw new Error('the call has no plan yet');
    return plan;
  }

  /** The plan; undefined before it is made. */
  get planned(): CallPlan | undefined {
    return this.planning.plan;
  }

  /** Ends what is in progress, for nobody waits for it. */
  cancel(reason: Error): void {
    this.cancelled = true;
    this.abortable?.abort(reason);
  }

  /** Gets each loss while a request is translated; see `takeLosses`. A keyword stands behind its parameter and a space. */
  lose(parameter: string, keyword?: string): void {
    this.lost ??= new LossList();
    this.lost.add(parameter, keyword);
  }

  /** Returns the losses since the last call. */
  takeLosses(): readonly string[] | undefined {
    const { lost } = this;
    this.lost = undefined;
    return lost?.names();
  }

  /** The next attempt begins as if there had been none; what was used is not forgotten. */
  forgetAttempt(): void {
    this.loseUsage();
    this.abortable = undefined;
    this.exchangeAnswer = undefined;
    this.providerSocket = undefined;
    this.wholeAnswers = [];
    this.decoded = undefined;
  }

  /** Takes what a stream reported before it failed: it is paid for, though nothing of it was an answer. */
  keepReported(): void {
    this.usage ??= this.streamedAnswer?.usage();
  }

  /** The next attempt begins without usage; what was used is not forgotten, nor what a stream reported before it failed. */
  loseUsage(): void {
    this.keepReported();
    this.streamedAnswer = undefined;
    if (this.usage === undefined) return;
    this.lostUsage ??= [];
    this.lostUsage.push({ model: this.plan.model, usage: this.usage });
    this.usage = undefined;
  }

  /** Charges what the call used under the declared limits of its credentials. A second call does nothing. */
  settleQuota(tokens: number): void {
    const [first, ...others] = this.quotaUses ?? [];
    this.quotaUses = undefined;
    first?.settle(Math.max(0, tokens - others.reduce((sum, { charged }) => sum + charged, 0)));
  }

  /** Returns the tokens of an attempt that the provider has rejected. */
  private returnQuota(): void {
    for (const use of this.quotaUses ?? []) use.settle(0);
    this.quotaUses = undefined;
  }

  answerBegins(): void {
    this.facts.job?.noteAnswer();
  }

  headArrives(headers: UpstreamHeaders, credential: Credential): void {
    const { quotas } = this.plan.target;
    const readings = quotas && readQuotas(headers, Date.now());
    if (readings !== undefined) quotas?.read(this.placeOf(credential), readings, performance.now());
  }

  /** Place of a credential among those of its provider. */
  placeOf(credential: Credential): number {
    return this.plan.target.credentials.rotation?.placeOf(credential) ?? 0;
  }

  /** A provider that names a time has nothing left until then. */
  private noteWait(failure: Error, credential: Credential): void {
    if (!(failure instanceof ProviderFailure) || failure.code !== 'provider_rate_limited') return;
    const { retryAfterSeconds: seconds } = failure;
    if (seconds === undefined) return;
    const requests = { left: 0, resetMs: seconds * 1000 };
    this.plan.target.quotas?.read(this.placeOf(credential), { requests }, performance.now());
  }

  /** Leaves the credential out, if the failure says so. */
  private leaveOut(failure: Error, credential: Credential): void {
    const { target } = this.plan;
    const milliseconds = coolDown(target, failure, credential);
    if (milliseconds > 0) noteCredential(this.services.coolDowns, target, credential, failure, milliseconds);
  }

  attemptEnded(failure: Error | undefined, durationMs: number, credential: Credential): void {
    // No provider was asked.
    if (failure instanceof ProviderFailure && failure.heldBack !== undefined) return;
    const { metrics, tracer } = this.services;
    // A call that succeeded is paid for, whatever becomes of the request's other calls.
    if (failure === undefined) this.answerBegan = true;
    else {
      this.leaveOut(failure, credential);
      this.noteWait(failure, credential);
      if (this.quotaUses !== undefined && failure instanceof ProviderFailure) this.returnQuota();
    }
    const code = failure && (failure instanceof ProviderFailure ? failure.code : 'cancelled');
    const { adapter, target } = this.plan;
    const { providerName: provider } = target;
    metrics.recordUpstream({ provider, providerKind: adapter.kind, outcome: code ?? 'success', durationMs });
    if (code !== undefined) this.noteCall(this.plan, durationMs, code);
    else {
      if (this.answeredBy !== undefined) this.noteCall(this.answeredBy, this.answeredMs, undefined);
      this.answeredBy = this.plan;
      this.answeredMs = durationMs;
      this.answeredAt = performance.now();
    }
    if (tracer === undefined) return;
    this.tracedCalls ??= [];
    this.tracedCalls.push(this.traceAttempt(failure, durationMs));
  }

  private noteCall(plan: CallPlan, durationMs: number, failure: string | undefined): void {
    this.otherCalls ??= [];
    this.otherCalls.push({ plan, durationMs, failure });
  }

  /** A failure that another attempt follows is not shown to the caller, only to the operator. */
  logFollowed(failure: unknown): void {
    if (!(failure instanceof ProviderFailure) || failure.heldBack !== undefined) return;
    this.services.logger.warn(describeFailure(this, failure), 'the provider failed; another attempt follows');
  }

  /** For the trace: an answer is whole, or has begun where it is streamed, or the attempt failed. */
  private traceAttempt(failure: Error | undefined, durationMs: number): TracedCall {
    const { adapter, endpoint, exchange, socket, target } = this.plan;
    const { startedAt, streamed } = this.facts;
    const { origin } =
      exchange === undefined && socket === undefined
        ? target.addressesOf(endpoint as Endpoint).whole
        : (adapter.addressCall?.(target.provider, '') ?? joinAddress(target.provider.baseUrl, ''));
    return {
      provider: adapter.kind,
      providerName: target.providerName,
      endpoint,
      model: target.provider.upstreamModel,
      origin: origin.startsWith('http') ? origin : undefined,
      streamed,
      startedMs: performance.now() - startedAt - durationMs,
      durationMs,
      firstChunkMs: streamed && failure === undefined ? durationMs : undefined,
      failure: failure && (failure instanceof ProviderFailure ? failure.code : 'cancelled'),
      status: failure instanceof ProviderFailure ? failure.status : undefined,
      usage: undefined,
      answerModel: undefined,
    };
  }
}

/** Waits between two attempts of a call. Rejects when the client leaves meanwhile. */
export function pauseCall(call: Pick<ModelCall, 'abortable' | 'cancelled'>, milliseconds: number): Promise<void> {
  if (call.cancelled) return Promise.reject(new ClientGone());
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      call.abortable = undefined;
      resolve();
    }, milliseconds);
    const abort = (reason: Error): void => {
      clearTimeout(timer);
      reject(reason);
    };
    call.abortable = { abort };
  });
}
