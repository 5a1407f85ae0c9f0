import type { MediaUsage, Usage } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import {
  type BudgetHold,
  type Ceiling,
  computeCost,
  computeMediaCost,
  type HoldVerdict,
  type LimitVerdict,
  type MediaCost,
} from '@multilane/policy';
import { findHold } from '../../budgets/budgets-of.js';
import { recordTurn } from '../../recording/record-turn.js';
import type { Admission, ServingPlan } from '../../recording/request-parts.js';
import type { ServedModel } from '../../snapshot/snapshot.js';
import { MOST_COMPLETION } from '../expect-usage.js';
import type { PipelineServices } from '../pipeline-services.js';
import type { RequestContext } from '../request-context.js';
import { isFreeModel, refuseOverBudget } from '../stages/budgets.stages.js';

/** Reservation for one response. */
export interface ResponseHold {
  /** Undefined if the caller has no budgets. */
  readonly budgets: BudgetHold | undefined;
  /** Verdict of the budgets on it. */
  readonly verdict: HoldVerdict;
}

/** The model that transcribes what is said in a session. */
export interface Transcriber {
  /** Undefined if it is none of the catalog: it has no price. */
  readonly model: ServedModel | undefined;
  /** The provider's name of it; undefined if the session does not say. */
  readonly upstreamModel: string | undefined;
}

/** Expected use of a response until others are known, as for chat. */
const FIRST_GUESS: Usage = {
  prompt_tokens: 1_024,
  completion_tokens: MOST_COMPLETION,
  total_tokens: 1_024 + MOST_COMPLETION,
};

/** Reserves what the budgets have learned of responses: nothing is known of one in advance. */
export function reserveResponse(
  { budgets: keeper }: PipelineServices,
  hold: BudgetHold,
  model: ServedModel,
): HoldVerdict {
  const usd = !hold.countsUsd ? 0 : (computeCost(FIRST_GUESS, model.price.current) ?? 0);
  hold.expect(model.logicalName, { known: 0, guess: usd }, { known: 0, guess: FIRST_GUESS.total_tokens });
  const now = performance.now();
  const verdict = hold.tryReserve(now);
  if (verdict === 'unknown' || hold.isUrgent(now)) keeper.requestRenewal();
  return verdict;
}

/** Nothing of a response is known before it ends: a limit that is reached rejects it, and its tokens are counted then. */
const UNKNOWN_TOKENS = { charge: 0, atLeast: 0, atMost: 0 };

const UNBUDGETED: ResponseHold = { budgets: undefined, verdict: 'allowed' };

/**
 * Reserves, charges and records each response and each transcription of a session, by the budgets and limits that hold for its caller at
 * that moment.
 */
export class SessionCharges {
  private turns = 0;
  private lastUsage = FIRST_GUESS;
  private lastHeard: MediaUsage | undefined = undefined;

  constructor(
    private readonly context: RequestContext,
    private readonly plan: ServingPlan,
    /** The caller, and what is in effect now. */
    private readonly who: () => Admission,
  ) {}

  /** Throws where a budget is spent. */
  checkBudgets(): void {
    const hold = this.findHold();
    const spent = hold?.findSpent(performance.now());
    if (spent !== undefined) refuseOverBudget(this.context, spent, hold);
  }

  /** The limit of tokens that rejects a response now. */
  findFullCeiling(): Ceiling | undefined | Promise<Ceiling | undefined> {
    const { model } = this.plan;
    const { caller, snapshot } = this.who();
    const { virtualModel } = this.context.asked;
    const { tokens } = snapshot.limits.find(snapshot, caller, model.logicalName, virtualModel?.logicalName);
    if (tokens.length === 0) return undefined;
    const store = this.context.services.limitStores[snapshot.limits.backend];
    const verdict = store.admit(tokens, UNKNOWN_TOKENS, performance.now());
    return verdict instanceof Promise ? verdict.then(asCeiling) : asCeiling(verdict);
  }

  /**
   * Reserves what a response is likely to cost. Where requests beside the session may use what is left, it waits for them, for a short
   * time. Throws or rejects where nothing is left for any response.
   *
   * @param isFirst No other response of the session is in progress
   * @returns the refusal of this response alone, where those that run may use what is left
   */
  reserve(isFirst: boolean): ResponseHold | GatewayError | Promise<ResponseHold | GatewayError> {
    const budgets = this.findHold();
    if (budgets === undefined) return UNBUDGETED;
    const verdict = reserveResponse(this.context.services, budgets, this.plan.model);
    if (verdict === 'allowed') return { budgets, verdict };
    if (verdict !== 'unknown') refuseOverBudget(this.context, verdict, budgets);
    return isFirst ? this.waitForTurn(budgets) : this.refuseUnknown(budgets);
  }

  private async waitForTurn(budgets: BudgetHold): Promise<ResponseHold | GatewayError> {
    const verdict = (await this.context.services.budgets.waits.begin(budgets)?.verdict) ?? 'unknown';
    if (verdict === 'allowed') return { budgets, verdict };
    return verdict === 'unknown' ? this.refuseUnknown(budgets) : refuseOverBudget(this.context, verdict, budgets);
  }

  /** Without the database, what this process holds of a budget is all that the session can use. */
  private refuseUnknown(budgets: BudgetHold): GatewayError {
    try {
      return refuseOverBudget(this.context, 'unknown', budgets);
    } catch (error) {
      if (budgets.blocker?.isDatabaseAway || !(error instanceof GatewayError)) throw error;
      return error;
    }
  }

  /** A hold for a response that nobody asked for, and that has begun: it is charged whatever is left. */
  holdBegun(): ResponseHold {
    const budgets = this.findHold();
    if (budgets === undefined) return UNBUDGETED;
    const verdict = reserveResponse(this.context.services, budgets, this.plan.model);
    budgets.reserveNothing();
    return { budgets, verdict };
  }

  /** Returns undefined if such a response may go on. Throws if nothing is left for any. @param isFirst As for `reserve` */
  judgeBegun({ budgets, verdict }: ResponseHold, isFirst: boolean): GatewayError | undefined {
    if (budgets === undefined || verdict === 'allowed') return undefined;
    if (verdict !== 'unknown') refuseOverBudget(this.context, verdict, budgets);
    // The database has yet to say that more is left: one response at a time may go on meanwhile.
    return isFirst && !budgets.blocker?.isDatabaseAway ? undefined : this.refuseUnknown(budgets);
  }

  /** @param reported Undefined if the provider has not reported it: the response is charged what the one before used */
  chargeResponse({ budgets }: ResponseHold, reported: Usage | undefined): void {
    const { model } = this.plan;
    const usage = reported ?? this.lastUsage;
    if (usage.total_tokens > 0) this.lastUsage = usage;
    const charges = budgets?.settle(computeCost(usage, model.price.current) ?? 0, usage.total_tokens) ?? [];
    this.turns += 1;
    const source = reported === undefined ? 'estimated' : 'reported';
    recordTurn(this.context, { turn: this.turns, charges, source, usage });
    this.countTokens(model.logicalName, usage.total_tokens);
  }

  /** @param end Undefined for a transcription whose end was not reported: it is charged what the one before used */
  chargeTranscription(
    { model, upstreamModel }: Transcriber,
    end: { readonly usage: MediaUsage | undefined } | undefined,
  ): void {
    const media = end === undefined ? this.lastHeard : end.usage;
    this.lastHeard = media ?? this.lastHeard;
    const cost = model && priceSound(model, media);
    const tokens = media?.tokens?.total_tokens ?? 0;
    const budgets = this.findHold();
    budgets?.reserveNothing();
    const charges = budgets?.settle(cost?.usd ?? 0, tokens) ?? [];
    this.turns += 1;
    recordTurn(this.context, {
      turn: this.turns,
      charges,
      source: end === undefined ? 'estimated' : 'reported',
      transcription: { logicalName: model?.logicalName, upstreamModel, media, cost },
    });
    this.countTokens(model?.logicalName, tokens);
  }

  private countTokens(model: string | undefined, tokens: number): void {
    const { caller, snapshot } = this.who();
    const virtual = model === this.plan.model.logicalName ? this.context.asked.virtualModel?.logicalName : undefined;
    const { tokens: ceilings } = snapshot.limits.find(snapshot, caller, model, virtual);
    if (ceilings.length === 0 || tokens === 0) return;
    this.context.services.limitStores[snapshot.limits.backend].settle(ceilings, tokens, performance.now());
  }

  /** Another one for each response: a budget that is set while the session is open holds too. */
  private findHold(): BudgetHold | undefined {
    const { asked, services } = this.context;
    const { model } = this.plan;
    return findHold(services.budgets, this.who(), {
      attribution: asked.attribution,
      models: [model],
      virtualModel: asked.virtualModel?.logicalName,
      isFree: isFreeModel(model),
    });
  }
}

/** Media cost, computed as for a transcription request (docs/contract/media.md#cost). */
function priceSound({ mediaPrices, price }: ServedModel, usage: MediaUsage | undefined): MediaCost | undefined {
  return computeMediaCost({ unit: 'requests', images: 1, usage, prices: mediaPrices, tokenPrice: price.current });
}

/** The bounds of what is unknown decide always. */
function asCeiling(verdict: LimitVerdict): Ceiling | undefined {
  return verdict === 'uncertain' ? undefined : verdict;
}
