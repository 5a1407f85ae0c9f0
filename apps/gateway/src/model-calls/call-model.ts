import type { Caller } from '@multilane/auth';
import type { AnyRequest, Usage } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { ClientGone } from '@multilane/http';
import type { AnyLimit } from '@multilane/policy';
import type { Endpoint } from '@multilane/providers';
import { resolveName } from '../snapshot/access/find-model.js';
import type { ModelSource } from '../snapshot/access/model-source.js';
import type { RouteTarget } from '../snapshot/routes/route.js';
import type { ServedModel, Snapshot } from '../snapshot/snapshot.js';
import { callInSomeFormat } from './ask-in-other-format.js';
import { callRoute, type RoutePlanner } from './call-route.js';
import { decodeAnswers } from './call-target.js';
import { type CallFacts, type CallPlan, type CallPlanning, type CallServices, ModelCall } from './model-call.js';
import { type RouteRun, startRoute } from './route-run.js';
import { chooseNativeFormat } from './spoken-formats.js';

/** Question that a part of the gateway asks a model. */
export interface ModelQuestion {
  readonly services: CallServices;
  /** Caller of the model: decides which model a name means. The asking code checks the caller's permissions. */
  readonly caller: Caller;
  readonly snapshot: Snapshot;
  /** In whose words `request` is, and the answer. */
  readonly endpoint: Endpoint;
  /** Its `model` names a model or virtual model; `stream: true` has the answer streamed to `observer`. */
  readonly request: AnyRequest & { readonly model: string };
  /** Source in which the name is looked up. */
  readonly source: ModelSource;
  /** Logs name it. */
  readonly requestId: string;
  /** Seed of the ids of the answer. */
  readonly idSeed: string;
  /** The longest time to a whole answer in milliseconds, instead of the target's own. */
  readonly totalMs?: number;
  /** Ends the call: it rejects with `ClientGone`. */
  readonly signal?: AbortSignal;
  /** Gets the chunks of a streamed answer. */
  readonly observer?: ChunkObserver;
}

export interface ChunkObserver {
  onChunk(chunk: object): void;
}

/** Result of a call that succeeded. */
export interface ModelAnswer {
  /** The whole answer; undefined if it was streamed. */
  readonly response: object | undefined;
  /** Usage that the provider reported; `call.lostUsage` has that of failed attempts. */
  readonly usage: Usage | undefined;
  readonly call: ModelCall;
}

/**
 * Calls a model for anybody within the gateway, without a request of a client: with its route, its credentials in turn, its
 * warm-up, repetitions and time limits. Resolves when the answer has come to its end, a stream too. Counted among the calls to
 * providers; no limit, budget or guardrail knows of it: for those, run a pipeline.
 *
 * Rejects with `model_not_found` or `unsupported_provider` (`GatewayError`), or with the failure of the last attempt.
 */
export async function callModel(question: ModelQuestion): Promise<ModelAnswer> {
  const { caller, request, services, signal, snapshot, source } = question;
  const model = resolveName(snapshot, caller, request.model, source);
  if (model === undefined) throw new GatewayError('model_not_found', { param: 'model' });
  const planner = new NativePlanner(question);
  const call = new ModelCall(factsOf(question), planner, services);
  call.totalMs = question.totalMs;
  const leave = (): void => call.cancel(new ClientGone());
  if (signal?.aborted) throw new ClientGone();
  signal?.addEventListener('abort', leave, { once: true });
  let run: RouteRun | undefined;
  let failure: unknown;
  try {
    if (model.route === undefined) {
      planner.planFor(model);
      await callInSomeFormat(call, planner);
    } else {
      run = startRoute(model.route, {
        name: model.logicalName,
        isStrict: true,
        session: undefined,
        isStream: call.facts.streamed,
        request,
        bytes: Number.NaN,
      });
      await callRoute(call, run, planner);
    }
    const response = await readToEnd(call, question.observer);
    return { response, usage: call.usage, call };
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    run?.end(failure, performance.now());
    signal?.removeEventListener('abort', leave);
  }
}

/** Reads the answer of a call to its end, and its usage. Undefined if it is a stream, whose chunks `observer` gets. */
export async function readToEnd(call: ModelCall, observer: ChunkObserver | undefined): Promise<object | undefined> {
  const { streamedAnswer: stream } = call;
  if (stream === undefined) {
    const { response, usage } = call.decoded ?? decodeAnswers(call);
    call.usage = usage;
    call.settleQuota(usage?.total_tokens ?? 0);
    return response;
  }
  await new Promise<void>((resolve, reject) => {
    stream.receive({
      onChunk: (chunk) => chunk && observer?.onChunk(chunk),
      onPause: () => undefined,
      onComplete: resolve,
      onFailure: reject,
    });
  }).finally(() => {
    call.usage = stream.usage();
    call.settleQuota(call.usage?.total_tokens ?? 0);
  });
  return undefined;
}

function factsOf({ idSeed, request, requestId }: ModelQuestion): CallFacts {
  const streamed = request.stream === true;
  // Requests of the gateway itself are short.
  return { requestId, idSeed, startedAt: performance.now(), streamed, isLarge: false, headers: {}, request };
}

/** Sends a request as it is to models whose providers speak the endpoint themselves. */
class NativePlanner implements CallPlanning, RoutePlanner {
  plan: CallPlan | undefined = undefined;

  constructor(private readonly question: ModelQuestion) {}

  planFor(model: ServedModel): void {
    const { endpoint, request } = this.question;
    const { target } = model;
    const { adapter } = target;
    const format = chooseNativeFormat(endpoint, model, request);
    const codec = format && adapter?.endpoints[format];
    if (!adapter || !format || !codec) throw new GatewayError('unsupported_provider', { param: 'model' });
    this.plan = { request, endpoint: format, model, target, adapter, codec: codec as unknown as CallPlan['codec'] };
  }

  switchTo({ model }: RouteTarget): void {
    if (this.plan?.model !== model) this.planFor(model);
  }

  planAnew(): void {
    if (this.plan !== undefined) this.planFor(this.plan.model);
  }

  enter(): true {
    return true;
  }

  leave(): void {}

  /** No limit holds for what the gateway asks by itself. */
  refuse(limit: AnyLimit): never {
    throw new Error(`a ceiling of ${limit.unit} was asked for a call that has none`);
  }
}
