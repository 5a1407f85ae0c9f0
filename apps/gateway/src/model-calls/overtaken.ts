import type { Usage } from '@multilane/contracts';
import type { RoutingAttempt } from '@multilane/telemetry';
import type { CallPlan } from './model-call.js';

/** Ends a call because another one for the same request has answered first. */
export class Overtaken extends Error {
  constructor() {
    super('another target answered first');
  }
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
