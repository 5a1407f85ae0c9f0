import type { ChatRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import {
  groupOf,
  isDefaultValue,
  isUsualHint,
  type Losses,
  type ProviderAdapter,
  type SocketRequest,
  SPECIFIED_PARAMETERS,
  withStops,
} from '@multilane/providers';
import type { ExchangeFormat, SocketFormat } from '../../endpoints/descriptor.js';
import type { RequestGuard } from '../../guarding/request-guard.js';
import type { RouteRun } from '../../model-calls/route-run.js';
import { chooseChatFormat, chooseNativeFormat } from '../../model-calls/spoken-formats.js';
import type { AskedRequest, ServingPlan } from '../../recording/request-parts.js';
import type { RouteTarget } from '../../snapshot/routes/route.js';
import type { ServedModel } from '../../snapshot/snapshot.js';
import { dropOwnMembers, dropParameters } from '../drop-parameters.js';
import { passOverSmall, refuseTooLong } from '../fit-windows.js';
import { inClientTerms } from '../in-client-terms.js';
import type { RequestContext } from '../request-context.js';

/**
 * Decides who answers and in whose words: the provider in the client's own format, the provider over chat, or the gateway
 * itself, which then needs no plan. Rejects what none of them can serve (docs/contract/chat.md#parameter-support).
 */
export function planServing(context: RequestContext): void {
  const { asked, planned, tried } = context;
  const { endpoint } = asked;
  const { model, route } = planned;
  if (route !== undefined) {
    planRoute(context, route);
    return;
  }
  if (model === undefined) {
    if (endpoint.answerLocally) return;
    throw new GatewayError('invalid_value', { param: 'model', message: 'The field `model` is required.' });
  }
  planned.plan = planModel(asked, model, tried);
  if (planned.plan || endpoint.answerLocally) return;
  throw refuseProvider(model);
}

/**
 * Rejects what the model or its provider cannot do (the matrix of docs/contract/chat.md#parameter-support); nothing is
 * dropped.
 */
export function checkCapabilities({ asked, planned: { plan, route } }: RequestContext): void {
  // The targets of a route were checked when it was planned.
  if (plan === undefined || route !== undefined) return;
  checkPlan(plan);
  if (plan.format.isGenerative) refuseTooLong(asked, plan);
}

/**
 * Keeps the targets that can serve the request, and plans for the first of them. A virtual model answers as one model: what one
 * of its targets cannot honour is rejected, so that the answer does not depend on which of them happens to be up. A routing
 * config leaves such targets out; with none left, the first refusal is the answer.
 */
export function planRoute(context: RequestContext, run: RouteRun): void {
  const { metrics } = context.services;
  const plans = new Map<RouteTarget, ServingPlan>();
  let refusal: GatewayError | undefined;
  run.keep((target) => {
    const found = planTarget(context.asked, context.planned.guard, context.tried, target);
    if (found instanceof GatewayError) {
      if (run.isStrict && found.code !== 'unsupported_provider') {
        metrics.recordPolicyDecision('refused', 'routing', found.code);
        throw found;
      }
      refusal ??= found;
      return found.code;
    }
    plans.set(target, found);
    return undefined;
  });
  passOverSmall(context.asked, run, plans);
  const first = run.first(performance.now());
  if (!first) {
    // The gateway may answer requests that no provider can.
    if (!context.asked.endpoint.answerLocally || refusal?.code !== 'unsupported_provider') {
      metrics.recordPolicyDecision('refused', 'routing', refusal?.code);
      throw refusal;
    }
    context.planned.route = undefined;
    return;
  }
  metrics.recordAllowed('routing');
  context.planned.model = first.model;
  context.planned.plan = plans.get(first);
}

/** Plans for another target than the one before. Throws the refusal of one that cannot serve the request. */
export function switchTo(context: RequestContext, target: RouteTarget): void {
  const { asked, planned, tried } = context;
  if (planned.model === target.model && planned.plan !== undefined) return;
  const found = planTarget(asked, planned.guard, tried, target);
  if (found instanceof GatewayError) throw found;
  planned.model = target.model;
  planned.plan = found;
}

/** Plans for the same model once more, as what was learned of its formats says. */
export function planAnew(context: RequestContext): void {
  const { asked, planned, tried } = context;
  const target = { model: planned.serving.model };
  const found = planTarget(asked, planned.guard, tried, target);
  if (found instanceof GatewayError) throw found;
  planned.plan = found;
}

/** The plan for a target, in words that have the guards' placeholders; or the refusal of one that cannot serve the request. */
export function planTarget(
  asked: PlannedFor,
  guard: RequestGuard | undefined,
  losses: LossTaker,
  { model }: Pick<RouteTarget, 'model'>,
): ServingPlan | GatewayError {
  let plan: ServingPlan | undefined;
  try {
    plan = planModel(asked, model, losses);
    if (plan) checkPlan(plan);
    return plan ? redact(guard, plan) : refuseProvider(model);
  } catch (thrown) {
    const named = plan ? inClientTerms(asked.validated, plan, thrown) : thrown;
    if (named instanceof GatewayError) return named;
    throw thrown;
  }
}

/** Personal data that was replaced in the request stays replaced for every target. */
function redact(guard: RequestGuard | undefined, plan: ServingPlan): ServingPlan {
  return guard === undefined ? plan : { ...plan, request: guard.redactRequest(plan.format.texts, plan.request) };
}

/** Parts of a request that its plan depends on. */
export type PlannedFor = Pick<AskedRequest, 'endpoint' | 'validated'>;

/** Gets what a translation cannot preserve. */
export interface LossTaker extends Losses {
  /** Losses since the last call. */
  takeLosses(): readonly string[] | undefined;
}

/** Plans the request for a model; undefined if its provider cannot serve it. */
function planModel(asked: PlannedFor, model: ServedModel, losses: LossTaker): ServingPlan | undefined {
  const { exchange, socket } = asked.endpoint;
  if (exchange !== undefined) return planExchange(asked, exchange, model);
  if (socket !== undefined) return planSocket(asked, socket, model);
  const plan = planNatively(asked, model) ?? planOverChat(asked, model, losses);
  if (plan === undefined) return undefined;
  return stopsHere(model.drops === undefined ? plan : dropParameters(plan, model.drops));
}

/** The gateway ends the texts of a model that is not given its stop sequences. */
function stopsHere(plan: ServingPlan): ServingPlan {
  const { codec, endpoint, request, target } = plan;
  if ((request as ChatRequest).stop === undefined) return plan;
  const stopping = withStops(codec, endpoint, request as ChatRequest, target.provider.facts);
  return stopping === codec ? plan : { ...plan, codec: stopping };
}

function refuseProvider({ target }: ServedModel): GatewayError {
  return new GatewayError('unsupported_provider', {
    param: 'model',
    message: `The model's provider (${target.provider.kind}) does not serve this endpoint.`,
  });
}

function planNatively(asked: PlannedFor, model: ServedModel): ServingPlan | undefined {
  const { format } = asked.endpoint;
  const { target } = model;
  const endpoint = format && chooseNativeFormat(format.key, model, asked.validated);
  const codec = endpoint && target.adapter?.endpoints[endpoint];
  if (!format || !codec || !target.adapter) return undefined;
  const { adapter } = target;
  return {
    request: asked.validated,
    endpoint,
    format,
    model,
    target,
    adapter,
    codec,
    bridge: undefined,
    ...NOTHING_LOST,
  } as ServingPlan;
}

/** Exchanges have no codec of JSON. */
const NO_CODEC: ServingPlan['codec'] = {
  encode: () => [],
  decode: () => ({ response: {}, usage: undefined, verbatim: false }),
};

/** Some codecs are there only for models whose operator wants more than the reference's providers. */
function planExchange(
  { validated: request }: PlannedFor,
  format: ExchangeFormat,
  model: ServedModel,
): ServingPlan | undefined {
  const { target } = model;
  const exchange = target.adapter?.exchanges?.[format.key] as ServingPlan['exchange'];
  if (!exchange || !target.adapter || (exchange.isBeyondReference && !model.isBeyondReference)) return undefined;
  const { adapter } = target;
  const endpoint = format.key;
  return {
    request,
    endpoint,
    format,
    model,
    target,
    adapter,
    codec: NO_CODEC,
    exchange,
    bridge: undefined,
    ...NOTHING_LOST,
  };
}

function planSocket(
  { validated: request }: PlannedFor,
  format: SocketFormat,
  model: ServedModel,
): ServingPlan | undefined {
  const { target } = model;
  const socket = target.adapter?.realtime;
  if (!socket || !target.adapter || (socket.isBeyondReference && !model.isBeyondReference)) return undefined;
  if (model.type === 'transcription' && (request as SocketRequest).query.intent !== 'transcription') throw refuseTalk();
  const { adapter } = target;
  return {
    request,
    endpoint: format.key,
    format,
    model,
    target,
    adapter,
    codec: NO_CODEC,
    socket,
    bridge: undefined,
    ...NOTHING_LOST,
  };
}

function refuseTalk(): GatewayError {
  return new GatewayError('invalid_model_type', {
    param: 'model',
    message: 'The model has the type transcription. It serves sockets with `intent=transcription` only.',
  });
}

const NOTHING_LOST = { lost: undefined, dropped: undefined };

function planOverChat(asked: PlannedFor, model: ServedModel, losses: LossTaker): ServingPlan | undefined {
  const { bridge } = asked.endpoint;
  const { target } = model;
  if (!bridge || !target.adapter?.endpoints.chat) return undefined;
  losses.takeLosses();
  const { dropped, request } = dropOwnMembers(asked.validated, model.drops, bridge.ownParameters);
  const translated = bridge.toChat(request, groupOf(target.provider), losses, target.provider.facts);
  const chat = leaveOutForeign(translated, target.adapter, losses);
  const lost = losses.takeLosses();
  const endpoint = chooseChatFormat(target, chat);
  return {
    request: nameLimit(chat, target.adapter),
    endpoint,
    format: bridge.format,
    model,
    target,
    adapter: target.adapter,
    codec: target.adapter.endpoints[endpoint],
    bridge,
    lost,
    dropped,
  } as ServingPlan;
}

/**
 * The request without the members that the provider's chat format does not define: another format's mean nothing to it, and strict
 * providers reject what they do not know. Members that ask for something are declared.
 */
function leaveOutForeign(chat: ChatRequest, { members }: ProviderAdapter, losses: Losses): ChatRequest {
  if (members === undefined) return chat;
  let known: ChatRequest | undefined;
  for (const name in chat) {
    if (SPECIFIED_PARAMETERS.has(name) || members.has(name)) continue;
    known ??= { ...chat };
    if (!isDefaultValue(name, chat[name]) && !isUsualHint(name, chat[name])) losses.lose(name);
    delete known[name];
  }
  return known ?? chat;
}

/** The limit of tokens by the name that the provider knows. A chat client's name of it never comes here. */
function nameLimit(chat: ChatRequest, { translatedLimit }: ProviderAdapter): ChatRequest {
  if (translatedLimit === undefined || chat.max_completion_tokens === undefined) return chat;
  const { max_completion_tokens: limit, ...rest } = chat;
  return { ...rest, [translatedLimit]: limit };
}

/** Rejects what the model or its provider cannot do (docs/contract/chat.md#parameter-support); nothing is dropped. */
function checkPlan(plan: ServingPlan): void {
  plan.format.check?.(plan.request, plan);
  plan.exchange?.check?.(plan.request, plan.target.provider);
}
