import type { GuardrailDefinition } from '../guardrails/definition.js';
import type { Verdict } from '../guardrails/guardrail.js';
import type { TextPart } from '../guardrails/text-part.js';
import type { PiiAsk, PiiFound } from '../pii/pii-scan.js';

/** A rule that a worker is to run. */
export interface WorkerRule {
  readonly id: number;
  /** Left out where the worker has it already. */
  readonly definition: GuardrailDefinition | undefined;
  /** Whether a finding ends the job. */
  readonly isEnforced: boolean;
}

/** What a worker is asked: to look at texts by some rules, in this order. */
export interface WorkerJob {
  readonly phase: 'before' | 'after';
  readonly parts: readonly TextPart[];
  readonly rules: readonly WorkerRule[];
  /** Whether the worker may forget all rules that it has. */
  readonly forgets: boolean;
  /** In place of rules: personal data to be found. */
  readonly scan?: PiiAsk | undefined;
}

/** What a worker says: that it is ready for a job, or what came of a rule or the scan of the one that it has. */
export type WorkerMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'verdict'; readonly verdict: Verdict }
  | { readonly type: 'found'; readonly found: PiiFound };
