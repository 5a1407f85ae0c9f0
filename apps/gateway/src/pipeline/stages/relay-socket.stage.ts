import type { Caller } from '@multilane/auth';
import type { Usage } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { computeCost } from '@multilane/policy';
import { serviceHeaders } from '../../recording/describe-answer.js';
import type { ServingPlan } from '../../recording/request-parts.js';
import { recordTurn } from '../../recording/settle-request.js';
import { mayUseModel, resolveName } from '../../snapshot/access/find-model.js';
import type { EventRules } from '../check-client-event.js';
import type { RequestContext } from '../request-context.js';
import { type RelayRules, SocketRelay } from '../socket-relay.js';
import { holdBudgets, refuseOverBudget } from './budgets.stages.js';
import { assertEntitled } from './check-request.stages.js';

/** A budget that is spent refuses the upgrade; what the session then uses is charged answer by answer. */
export function checkSessionBudgets(context: RequestContext): void {
  holdBudgets(context);
  reserveTurn(context);
}

/** Upgrades the client, now that the provider has, and passes messages until either side closes. */
export async function relaySocket(context: RequestContext): Promise<void> {
  const { asked, ended, planned, services, sink, tried } = context;
  const { providerSocket: provider } = tried;
  // The client may have left while the provider was asked.
  if (provider === undefined || ended.answered) return;
  if (sink.acceptSocket === undefined) {
    provider.terminate();
    throw new GatewayError('upgrade_required');
  }
  const client = await sink.acceptSocket(serviceHeaders(context), provider.protocol).catch((error: unknown) => {
    provider.terminate();
    throw error;
  });
  ended.timeToFirstByteMs = performance.now() - asked.startedAt;
  const { realtime } = services;
  const relay = new SocketRelay(client, provider, new SessionRules(context, planned.serving), {
    idleMs: realtime.idle_seconds * 1000,
    ageMs: realtime.max_session_minutes * 60_000,
  });
  services.sockets.add(relay);
  try {
    const end = await relay.run();
    services.metrics.recordSocketEnd(end.code, relay.count);
  } finally {
    services.sockets.delete(relay);
    ended.answered = true;
  }
}

/** The policies of one session, by what is in effect while it lasts. */
class SessionRules implements RelayRules {
  private turns = 0;
  private checkedAt = 0;
  private rules: EventRules | undefined = undefined;
  private caller: Caller;

  constructor(
    private readonly context: RequestContext,
    private readonly plan: ServingPlan,
  ) {
    this.caller = context.asked.caller;
  }

  get codec(): RelayRules['codec'] {
    if (this.plan.socket === undefined) throw new Error('the plan has no socket');
    return this.plan.socket;
  }

  /** Another snapshot may have revoked the access of the session. */
  current(): EventRules {
    const { asked, services } = this.context;
    const snapshot = services.snapshots.current ?? asked.snapshot;
    const now = Date.now();
    if (this.rules?.snapshot === snapshot && now - this.checkedAt < RECHECK_MS) return this.rules;
    const { model } = this.plan;
    const named = resolveName(snapshot, this.caller, asked.validated.model ?? '', 'catalog');
    if (named === undefined) throw new GatewayError('model_not_found', { param: 'model' });
    if (!mayUseModel(snapshot, this.caller, model)) throw new GatewayError('model_not_allowed', { param: 'model' });
    this.checkedAt = now;
    this.rules = { caller: this.caller, snapshot, model };
    return this.rules;
  }

  /** The credential may have been revoked, or have another team. */
  async verify(): Promise<void> {
    const { incoming } = this.context.asked;
    if (incoming.readmit === undefined) return;
    try {
      const admission = await incoming.readmit();
      assertEntitled(admission);
      this.caller = admission.caller;
      this.rules = undefined;
    } catch (error) {
      // A store that is away for a moment ends no session.
      if (error instanceof GatewayError && error.status < 500) throw error;
    }
  }

  beforeResponse(): void {
    const { context } = this;
    const { budgets } = context.planned;
    if (budgets === undefined) return;
    const spent = budgets.findSpent(performance.now());
    if (spent !== undefined) refuseOverBudget(context, spent);
  }

  afterResponse(usage: Usage): void {
    const { context } = this;
    const { asked, planned, services } = context;
    const cost = computeCost(usage, this.plan.model.price.current);
    const charges = planned.budgets?.settle(cost ?? 0, usage.total_tokens) ?? [];
    this.turns += 1;
    recordTurn(context, { usage, charges, turn: this.turns });
    const ceilings = planned.limits?.ceilings.tokens;
    if (ceilings !== undefined && ceilings.length > 0) {
      services.limitStores[asked.snapshot.limits.backend].settle(ceilings, usage.total_tokens, performance.now());
    }
    if (planned.budgets === undefined) return;
    try {
      holdBudgets(context);
      reserveTurn(context);
    } catch (refusal) {
      // Responses that run beside this one may end before the socket does.
      planned.budgets?.reserveNothing();
      throw refusal;
    }
  }
}

/** The credential and the model's policy are looked at again this often, in milliseconds. */
const RECHECK_MS = 1_000;

/** Of an answer nobody knows the cost before it is there: what others cost is set aside, and what it cost is charged. */
function reserveTurn(context: RequestContext): void {
  const { budgets, plan } = context.planned;
  if (budgets === undefined || plan === undefined) return;
  budgets.expect(plan.model.logicalName, NOTHING, NOTHING);
  const verdict = budgets.tryReserve(performance.now());
  if (verdict === 'allowed') return;
  if (verdict !== 'unknown' || budgets.blocker?.isDatabaseAway) refuseOverBudget(context, verdict);
  // The database has yet to say that more is left: no session ends for that, and at most one response of it begins meanwhile.
  context.services.budgets.requestRenewal();
  budgets.reserveNothing();
}

const NOTHING = { known: 0, guess: 0 };
