import { type BudgetHold, type HeldSlots, NO_CEILINGS, RequestLimits } from '@multilane/policy';
import type { HedgeHold, ServingPlan } from '../../recording/request-parts.js';
import type { RouteTarget } from '../../snapshot/routes/route.js';
import { admitPrompt, usesTokens } from '../admit-prompt.js';
import { releaseAll, takeAside } from '../hold-slots.js';
import type { RequestContext } from '../request-context.js';
import { reserveAnother } from '../stages/budgets.stages.js';

/** Slots, limits and budgets of a second call: it takes what the first one at its target would, but none of the caller's slots. */
export class HedgeUse implements HedgeHold {
  private isSettled = false;

  constructor(
    private slots: readonly HeldSlots[],
    private readonly limits: RequestLimits | undefined,
    private readonly budgets: BudgetHold | undefined,
  ) {}

  /** Hands the slots over to the request, which the call has answered. */
  takeSlots(): readonly HeldSlots[] {
    const { slots } = this;
    this.slots = [];
    return slots;
  }

  releaseSlots(): void {
    releaseAll(this.takeSlots());
  }

  /** Returns everything: the call was not made. */
  giveBack(): void {
    this.releaseSlots();
    if (this.isSettled) return;
    this.isSettled = true;
    this.limits?.leaveTarget(false, 0, performance.now());
    this.budgets?.settle(0, 0);
  }

  settle(tokens: number): void {
    this.releaseSlots();
    if (this.isSettled) return;
    this.isSettled = true;
    this.limits?.settle(tokens, performance.now());
    // The request's own hold is charged with the cost of both calls.
    this.budgets?.settle(0, 0);
  }
}

/** Takes for a second call what it needs at once; undefined if a slot, a limit or a budget has no room for it. */
export async function takeForHedge(
  context: RequestContext,
  target: RouteTarget,
  plan: ServingPlan,
): Promise<HedgeUse | undefined> {
  const { caller, snapshot } = context.asked;
  const own = snapshot.limits.findOfModel(snapshot, caller, target.model.logicalName);
  const hasSlots = own.slots.length > 0 || target.model.slots !== undefined;
  const slots = hasSlots ? await takeAside(context, own.slots, target.model) : [];
  if (slots === undefined) return undefined;
  let limits: RequestLimits | undefined;
  try {
    if (own.all.length > 0) {
      limits = new RequestLimits(NO_CEILINGS, context.services.limitStores[snapshot.limits.backend]);
      limits.leaveTarget(false, 0, performance.now());
      const isCounted = false;
      const refused = usesTokens({ plan })
        ? await admitPrompt(plan, limits, { ceilings: own, isCounted }, caller)
        : await limits.enterTarget(own, undefined, isCounted, performance.now());
      if (refused !== undefined) return releaseAll(slots);
    }
  } catch (error) {
    releaseAll(slots);
    throw error;
  }
  const budgets = reserveAnother(context, plan);
  if (budgets !== 'refused') return new HedgeUse(slots, limits, budgets);
  new HedgeUse(slots, limits, undefined).giveBack();
  return undefined;
}
