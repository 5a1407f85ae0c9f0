import type { GuardrailPhase, GuardrailVerdict } from '@multilane/contracts';
import type { GuardrailDefinition } from '../guardrails/definition.js';
import type { PackedParts } from '../guardrails/packed-parts.js';
import type { ThreadAsk, ThreadFound } from './thread-ask.js';

/** A rule that a worker is to run. */
export interface WorkerRule {
  readonly id: number;
  /** Left out where the worker has it already. */
  readonly definition: GuardrailDefinition | undefined;
  /** True if a finding ends the job. */
  readonly isEnforced: boolean;
}

/** Message to a worker: to look at texts by some rules, to scan texts, or to forget a scan that nobody waits for. */
export type WorkerJob = RulesJob | ScanJob | { readonly type: 'forget'; readonly id: number };

/** To look at texts by some rules, in this order. */
export interface RulesJob {
  readonly type: 'rules';
  readonly phase: GuardrailPhase;
  readonly parts: PackedParts;
  readonly rules: readonly WorkerRule[];
  /** True if the worker may forget all rules that it has. */
  readonly forgets: boolean;
}

/** To find personal data, or to read files. */
export interface ScanJob {
  readonly type: 'scan';
  readonly id: number;
  /** Undefined for a scan that the worker has begun, and is to continue with. */
  readonly ask: ThreadAsk | undefined;
}

/**
 * Message from a worker: that it is ready for a job, the outcome of a rule or of the scan of its job, or that it put
 * that off.
 */
export type WorkerMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'paused' }
  | { readonly type: 'verdict'; readonly verdict: GuardrailVerdict }
  | { readonly type: 'found'; readonly found: ThreadFound };
