import type { Caller } from '@multilane/auth';
import type { AnyRequest, ProviderKind, Usage } from '@multilane/contracts';
import type { BudgetHold, RequestLimits } from '@multilane/policy';
import {
  type Codec,
  type Decoded,
  type Endpoint,
  type Losses,
  type ProviderAdapter,
  ProviderFailure,
} from '@multilane/providers';
import type { TracedCall } from '@multilane/telemetry';
import type { AnswerFacts, ChatBridge, Surface } from '../endpoints/surface.js';
import type { GatewayServices } from '../gateway-services.js';
import type { RequestGuard } from '../guarding/request-guard.js';
import { makeIdSeed } from '../make-id-seed.js';
import { restRefused } from '../model-calls/rest-refused.js';
import type { RouteRun } from '../model-calls/route-run.js';
import { traceCall } from '../model-calls/trace-call.js';
import type { PayloadCapture } from '../payloads/payload-capture.js';
import type { CacheUse } from '../recording/cache-use.js';
import type { Admission, Exchange } from '../recording/exchange.js';
import type { VirtualModel } from '../snapshot/route.js';
import type { RoutingConfig, ServedModel, Snapshot, Target } from '../snapshot/snapshot.js';
import type { AttemptObserver } from '../upstream/attempt-observer.js';
import type { Credential } from '../upstream/credentials/credential-source.js';
import type { AnswerStream } from '../upstream/streamed-answer.js';
import type { Abortable } from '../upstream/upstream-sink.js';
import type { WholeAnswer } from '../upstream/whole-answer.js';

export type UsageSource = 'reported' | 'estimated' | 'none';

/** Who will serve the request and how: known once the model is. */
export interface ServingPlan {
  /** What the provider is asked, in the words of `endpoint`: the client's own request, or its translation onto chat. */
  readonly request: AnyRequest;
  readonly endpoint: Endpoint;
  readonly model: ServedModel;
  readonly target: Target;
  readonly adapter: ProviderAdapter;
  readonly codec: Codec<AnyRequest, object>;
  /** Puts the answer of chat into the client's words; absent where the provider speaks them itself. */
  readonly bridge: ChatBridge<AnyRequest> | undefined;
  /** What the translation onto chat could not keep, by the client's names; undefined where it kept everything. */
  readonly lost: readonly string[] | undefined;
  /** What the operator lets be left out, and the request asked for, by the names of `endpoint`. */
  readonly dropped: readonly string[] | undefined;
}

/** What an attempt used that failed: it is paid for, though the answer is another's. */
export interface LostUsage {
  readonly model: ServedModel;
  readonly usage: Usage;
}

/** What is known of one request on its way through the pipeline. Every field has a value from the start. */
export class RequestContext implements AttemptObserver, Losses {
  readonly startedAt = performance.now();
  readonly idSeed = makeIdSeed();
  readonly caller: Caller;
  /** The snapshot that let the caller in: the request keeps it to its end. */
  readonly snapshot: Snapshot;

  // Written by the stages, in this order.
  /** What the client asked, checked, in its own format. */
  asked: AnyRequest | undefined = undefined;
  /** What X-Service-Config names. */
  routingConfig: RoutingConfig | undefined = undefined;
  /** Whether the answer tells its caller how it came about. */
  isExplained = false;
  /** What the request named, where that is one. */
  virtualModel: VirtualModel | undefined = undefined;
  /** The way through several targets; undefined where there is one model and no routing config. */
  route: RouteRun | undefined = undefined;
  /** Of several targets the one that is tried, and in the end the one that served. */
  model: ServedModel | undefined = undefined;
  plan: ServingPlan | undefined = undefined;
  /** The budgets that the request spends, and what it reserved of them; undefined where it has none. */
  budgets: BudgetHold | undefined = undefined;
  /** Set where the answer may come from the cache, or is to be kept there. */
  cache: CacheUse | undefined = undefined;
  /** What the request is charged with under its rate limits; undefined where it has none. */
  limits: RequestLimits | undefined = undefined;
  /** What guardrails and the rules of personal data do to the request; undefined where none apply. */
  guard: RequestGuard | undefined = undefined;
  /** What is noted of the request for its payload; undefined where none is stored, or the request was not let pass. */
  payload: PayloadCapture | undefined = undefined;
  attempts = 0;
  /** What a translation that is under way could not keep; nothing is made until something is lost. */
  private lost: string[] | undefined = undefined;
  /** What the body that was sent last could not keep, by the names of the plan's endpoint. */
  sentWithout: readonly string[] | undefined = undefined;
  /** What the provider was asked with, one for each call; no log may hold it. */
  readonly credentials: Credential[] = [];
  /** A provider took the request on: its answer arrived, or has begun. */
  answerBegan = false;
  /** The answers where they are not streamed, in the order of what was sent. */
  wholeAnswers: readonly WholeAnswer[] = [];
  streamedAnswer: AnswerStream | undefined = undefined;
  /** The provider's stream came to its good end, whatever became of it on the way to the client. */
  streamEnded = false;
  /** What the whole answers say, where they had to be read before they were delivered. */
  decoded: Decoded<object> | undefined = undefined;
  /** From `startedAt` to the first byte sent to the client, in milliseconds. */
  timeToFirstByteMs: number | undefined = undefined;
  /** What the model wrote, as far as it was seen; only for an estimate where no usage is reported. */
  readonly completionParts: string[] = [];
  usage: Usage | undefined = undefined;
  /** Of an answer that is relayed unread, how many characters of text it had, about; for an estimate too. */
  relayedCharacters = 0;
  /** What attempts used that failed in the end. */
  lostUsage: LostUsage[] | undefined = undefined;
  /** How the calls to providers went, and what the answer says served it; only where traces are on. */
  tracedCalls: TracedCall[] | undefined = undefined;
  answerModel: string | undefined = undefined;
  costUsd: number | undefined = undefined;

  /** True once the answer is sent or can no longer be sent; the stages that follow are skipped. */
  answered = false;
  /** The client closed its connection before the answer was complete. */
  cancelled = false;
  /** What went wrong, also where it could only be told inside the stream. */
  failure: unknown = undefined;
  /**
   * What is under way for the request, to be ended when its client leaves. An object, because V8 puts a function that is
   * written where it is assigned to a property into the old generation, where it would keep the whole request from being
   * collected young (docs/performance.md).
   */
  abortable: Abortable | undefined = undefined;

  constructor(
    readonly surface: Surface,
    readonly exchange: Exchange,
    { caller, snapshot }: Admission,
    /** The body as parsed JSON, not checked yet. */
    readonly body: unknown,
    readonly services: GatewayServices,
  ) {
    this.caller = caller;
    this.snapshot = snapshot;
  }

  get requestId(): string {
    return this.exchange.requestId;
  }

  /** The serving plan; a stage that asks for it before it is made is in the wrong place of its pipeline. */
  get serving(): ServingPlan {
    if (this.plan === undefined) throw new Error('the pipeline has no serving plan yet');
    return this.plan;
  }

  /** The request of the client; a stage that asks for it before it is validated is in the wrong place. */
  get validated(): AnyRequest {
    if (this.asked === undefined) throw new Error('the request is not validated yet');
    return this.asked;
  }

  /** The names of everything that may serve the request, for policies that hold for some models. */
  get modelNames(): readonly string[] {
    const { model, route, virtualModel } = this;
    if (route === undefined) return model?.names ?? [];
    const names = route.candidates.flatMap(({ grants }) => grants);
    return [...new Set(virtualModel ? [...virtualModel.names, ...names] : names)];
  }

  get streamed(): boolean {
    return this.asked?.stream === true;
  }

  /** What a surface must know to write an answer. */
  get answerFacts(): AnswerFacts {
    return {
      requestId: this.requestId,
      idSeed: this.cache?.idSeed ?? this.idSeed,
      created: this.cache?.created ?? Math.floor((Date.now() - (performance.now() - this.startedAt)) / 1000),
      clock: readSeconds,
      model: this.validated.model ?? '',
      ...(this.plan && { kind: this.servedBy(this.plan) }),
    };
  }

  /** The kind of the provider that answers, or that once gave the answer which is told again. */
  servedBy({ adapter }: ServingPlan): ProviderKind {
    return (this.cache?.hit?.kind as ProviderKind | undefined) ?? adapter.kind;
  }

  /** Hears of a loss while a request is translated; see `takeLosses`. */
  lose(parameter: string): void {
    if (this.lost === undefined) this.lost = [parameter];
    else if (!this.lost.includes(parameter)) this.lost.push(parameter);
  }

  /** What was lost since it was last asked. */
  takeLosses(): readonly string[] | undefined {
    const { lost } = this;
    this.lost = undefined;
    return lost;
  }

  /** The next attempt begins without usage; what was used is not forgotten. */
  loseUsage(): void {
    if (this.usage === undefined) return;
    this.lostUsage ??= [];
    this.lostUsage.push({ model: this.serving.model, usage: this.usage });
    this.usage = undefined;
  }

  /** Counts a call to the provider that begins now. */
  attemptStarted(): void {
    this.attempts += 1;
  }

  attemptEnded(failure: Error | undefined, durationMs: number, credential: Credential): void {
    // Of several calls for one request, one that succeeded is paid for whatever becomes of the others.
    if (failure === undefined) this.answerBegan = true;
    else restRefused(this.serving.target, failure, credential);
    this.services.metrics.recordUpstream({
      provider: this.serving.adapter.kind,
      outcome: failure === undefined ? 'success' : failure instanceof ProviderFailure ? failure.code : 'cancelled',
      durationMs,
    });
    if (this.services.tracer !== undefined) this.noteCall(failure, durationMs);
  }

  private noteCall(failure: Error | undefined, durationMs: number): void {
    const startedMs = performance.now() - this.startedAt - durationMs;
    this.tracedCalls ??= [];
    this.tracedCalls.push(traceCall(this.serving, this.streamed, failure, startedMs, durationMs));
  }
}

function readSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
