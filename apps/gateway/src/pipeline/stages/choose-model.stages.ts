import type { ModelType } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { startRoute } from '../../model-calls/route-run.js';
import { mayUseModel, mayUseTarget, mayUseVirtualModel, resolveName } from '../../snapshot/access/find-model.js';
import type { Route } from '../../snapshot/routes/route.js';
import type { RoutingConfig } from '../../snapshot/snapshot.js';
import type { RequestContext } from '../request-context.js';
import { namesAgent, serveAgent } from './serve-agent.stage.js';

/**
 * Finds the model by logical name or alias in the source of the endpoint (docs/contract/model-access.md#resolution), or
 * the targets of a virtual model or routing config, and rejects what is of a type that the endpoint does not serve. A
 * request that may leave its model out continues without one, and so does one that names the gateway's own answer.
 */
export function resolveModel(context: RequestContext): void | Promise<void> {
  const { asked, planned } = context;
  const { caller, routingConfig, snapshot, endpoint } = asked;
  if (routingConfig?.hasTargets) {
    routeByConfig(context, routingConfig, routingConfig.routeFor(snapshot, caller, endpoint.source));
    return;
  }
  const name = asked.validated.model;
  if (name === undefined) return;
  const model = resolveName(snapshot, caller, name, endpoint.source);
  if (model === undefined) {
    if (namesAgent(context, name)) return askAgent(context, name);
    if (endpoint.ownNames?.has(name)) return;
    throw refuseName();
  }
  if (!endpoint.modelTypes.includes(model.type)) throw refuseType(model.type, endpoint.modelTypes);
  if (model.route !== undefined) asked.virtualModel = model;
  if (routingConfig !== undefined) {
    // The caller's right to use it is checked by the requested name, as without a config.
    routeByConfig(context, routingConfig, routingConfig.routeAround(model, snapshot, caller));
  } else if (model.route !== undefined) {
    routeByType(context, model.route, model.logicalName, true);
  } else {
    planned.model = model;
  }
}

/** The model takes precedence over an agent of the same name. */
async function askAgent(context: RequestContext, name: string): Promise<void> {
  if (!(await serveAgent(context, name))) throw refuseName();
}

/**
 * Sends the request to another model or virtual model than it named, as a budget rule says. False, and nothing is changed, if the
 * name is of no model that the endpoint serves and the caller may use.
 */
export function reroute(context: RequestContext, name: string): boolean {
  const { asked, planned } = context;
  const { caller, endpoint, snapshot } = asked;
  const model = resolveName(snapshot, caller, name, endpoint.source);
  if (model === undefined || !endpoint.modelTypes.includes(model.type)) return false;
  const isAllowed =
    model.route === undefined ? mayUseModel(snapshot, caller, model) : mayUseVirtualModel(snapshot, caller, model);
  if (!isAllowed) return false;
  planned.route = undefined;
  planned.plan = undefined;
  asked.virtualModel = model.route === undefined ? undefined : model;
  if (model.route === undefined) {
    planned.model = model;
  } else {
    routeByType(context, model.route, model.logicalName, true);
    keepAllowedTargets(context);
  }
  return true;
}

function routeByConfig(context: RequestContext, { entry }: RoutingConfig, route: Route): void {
  routeByType(context, route, entry.name, context.asked.virtualModel !== undefined);
}

/** Targets of another type than the endpoint serves are left out. */
function routeByType(context: RequestContext, route: Route, name: string, isStrict: boolean): void {
  const { asked, planned } = context;
  const { headers, streamed, endpoint } = asked;
  const { modelTypes } = endpoint;
  const session = headers['x-session-id'];
  const run = startRoute(route, {
    name,
    isStrict,
    session: typeof session === 'string' && session !== '' ? session : undefined,
    isStream: streamed,
    request: asked.request,
    bytes: Number(headers['content-length']),
  });
  planned.route = run;
  let refused: ModelType | undefined;
  run.keep(({ model: { type } }) => {
    if (modelTypes.includes(type)) return undefined;
    refused ??= type;
    return 'invalid_model_type';
  });
  planned.model = run.open[0]?.model;
  if (planned.model !== undefined) return;
  throw refused === undefined ? refuseName() : refuseType(refused, modelTypes);
}

function refuseName(): GatewayError {
  return new GatewayError('model_not_found', {
    param: 'model',
    message: 'The model does not exist. GET /v1/models lists the models this credential can use.',
  });
}

/**
 * Decision models and their endpoint are a world of their own: docs/contract/decision.md#providers gives their mismatch
 * its own code.
 */
function refuseType(type: ModelType, served: readonly ModelType[]): GatewayError {
  const code = type === 'decision' || served.includes('decision') ? 'unsupported_provider' : 'invalid_model_type';
  return new GatewayError(code, {
    param: 'model',
    message: `The model has the type ${type}. This endpoint serves models of type ${served.join(' or ')}.`,
  });
}

/**
 * The team's model policy (docs/contract/model-access.md#authorization). A virtual model that is granted grants its
 * targets; targets of a routing config that are not are left out (docs/contract/routing.md#eligible-targets).
 */
export function authorizeModel(context: RequestContext): void {
  const { asked, planned, services } = context;
  const { caller, snapshot, virtualModel } = asked;
  const { model, route } = planned;
  if (route === undefined) {
    if (model === undefined) return;
    if (!mayUseModel(snapshot, caller, model)) throw refuseModel(services);
    services.metrics.recordAllowed('model_access');
    return;
  }
  if (virtualModel && !mayUseVirtualModel(snapshot, caller, virtualModel)) throw refuseModel(services);
  keepAllowedTargets(context);
  services.metrics.recordAllowed('model_access');
}

/** Throws 403 if none is left. */
function keepAllowedTargets({ asked: { caller, snapshot }, planned, services }: RequestContext): void {
  planned.route?.keep((target) => (mayUseTarget(snapshot, caller, target) ? undefined : 'model_not_allowed'));
  planned.model = planned.route?.open[0]?.model;
  if (planned.model === undefined) throw refuseModel(services);
}

function refuseModel(services: RequestContext['services']): GatewayError {
  services.metrics.recordPolicyDecision('refused', 'model_access', 'model_not_allowed');
  return new GatewayError('model_not_allowed', { param: 'model' });
}
