import { GatewayError } from '@multilane/errors';
import { groupOf } from '@multilane/providers';
import { boundPrompt, type PromptBounds } from '@multilane/tokens';
import { measureRequest } from '../model-calls/count-usage.js';
import type { RouteRun } from '../model-calls/route-run.js';
import type { AskedRequest, ServingPlan } from '../recording/request-parts.js';
import type { RouteTarget } from '../snapshot/routes/route.js';

type Asked = Pick<AskedRequest, 'headers' | 'prompt'>;

/** Factor by which an estimate must exceed the window before a request is rejected for it: the provider counts better. */
const MARGIN = 2;

/**
 * Leaves out the targets of a route whose window the prompt exceeds by the estimate of its tokens, as long as others are left. With
 * none left they stay, unless the operator has declared each of their windows.
 *
 * @throws GatewayError `context_length_exceeded`
 */
export function passOverSmall(asked: Asked, run: RouteRun, plans: ReadonlyMap<RouteTarget, ServingPlan>): void {
  const windows = run.candidates.flatMap(({ model }) => model.target.provider.facts?.contextWindow ?? []);
  if (windows.length === 0 || isSurelyWithin(asked, Math.min(...windows))) return;
  const small = new Set<RouteTarget>();
  for (const target of run.candidates) {
    const plan = plans.get(target);
    const window = target.model.target.provider.facts?.contextWindow;
    if (plan === undefined || window === undefined || boundsOf(plan).charge <= window) continue;
    small.add(target);
  }
  if (small.size === 0) return;
  if (small.size < run.candidates.length) {
    run.keep((target) => (small.has(target) ? 'context_length_exceeded' : undefined));
    run.openForLong();
    return;
  }
  for (const target of small) {
    const plan = plans.get(target);
    if (plan === undefined || !exceeds(plan)) return;
  }
  throw tooLong();
}

/**
 * Rejects a prompt that surely exceeds the window that was declared for its model.
 *
 * @throws GatewayError `context_length_exceeded`
 */
export function refuseTooLong(asked: Asked, plan: ServingPlan): void {
  const { contextWindow } = plan.model;
  if (contextWindow === undefined || isSurelyWithin(asked, contextWindow)) return;
  if (exceeds(plan)) throw tooLong();
}

function exceeds(plan: ServingPlan): boolean {
  const { contextWindow } = plan.model;
  if (contextWindow === undefined) return false;
  const { atLeast, charge } = boundsOf(plan);
  return atLeast > contextWindow || charge > contextWindow * MARGIN;
}

function boundsOf({ request, target: { provider } }: ServingPlan): PromptBounds {
  return boundPrompt(measureRequest(request), { model: provider.upstreamModel, group: groupOf(provider) });
}

/**
 * A token has a byte or more: most requests are told apart by their length alone. Images in them count as the bytes of their data. The
 * length of a stored prompt is not among them.
 */
function isSurelyWithin({ headers, prompt }: Asked, window: number): boolean {
  if (prompt !== undefined) return false;
  const length = Number(headers['content-length'] ?? Number.NaN);
  return headers['content-encoding'] === undefined && length <= window;
}

function tooLong(): GatewayError {
  return new GatewayError('context_length_exceeded', {
    message: 'The prompt is longer than the context window of the model.',
  });
}
