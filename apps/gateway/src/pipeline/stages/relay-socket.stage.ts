import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '@multilane/errors';
import type { Ceiling } from '@multilane/policy';
import { serviceHeaders } from '../../recording/describe-answer.js';
import type { RequestContext } from '../request-context.js';
import { reserveResponse } from '../sockets/session-charges.js';
import { SessionRules } from '../sockets/session-rules.js';
import { SocketRelay } from '../sockets/socket-relay.js';
import { holdBudgets, refuseOverBudget } from './budgets.stages.js';
import { admitOrSkip } from './limits.stages.js';

/** An upgrade waits no longer for a price that is being looked up, in milliseconds. */
const PRICE_WITHIN_MS = 5_000;

/**
 * A limit of tokens that is reached rejects the upgrade, and so does a budget that is spent. The usage of the session is charged response
 * by response.
 */
export async function checkSessionBudgets(context: RequestContext): Promise<void> {
  await admitTokens(context);
  // Responses charged before the model's price is known would be free.
  const known = context.planned.model?.price.whenKnown?.();
  if (known !== undefined) await Promise.race([known, sleep(PRICE_WITHIN_MS, undefined, { ref: false })]);
  holdBudgets(context);
  checkRoom(context);
}

/** Nothing is known of what a session will use: only a limit that is reached rejects it. */
const NO_TOKENS = { charge: 0, atLeast: 0, atMost: 0 };

function admitTokens(context: RequestContext): void | Promise<void> {
  const { limits } = context.planned;
  if (limits === undefined || limits.ceilings.tokens.length === 0) return;
  return admitOrSkip(
    context,
    limits,
    () => limits.admitTokens(NO_TOKENS, performance.now()) as AskedCeiling,
    () => limits.admitAll(NO_TOKENS, performance.now()) as AskedCeiling,
  );
}

/** The bounds of what is unknown decide always. */
type AskedCeiling = Ceiling | undefined | Promise<Ceiling | undefined>;

/** Each response reserves for itself; without the database, there may be nothing left that one could reserve. */
function checkRoom(context: RequestContext): void {
  const { budgets, model } = context.planned;
  if (budgets === undefined || model === undefined) return;
  const verdict = reserveResponse(context.services, budgets, model);
  budgets.settle(0, 0);
  if (verdict === 'allowed' || (verdict === 'unknown' && !budgets.blocker?.isDatabaseAway)) return;
  refuseOverBudget(context, verdict, budgets);
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
