import type { GuardrailPhase, GuardrailVerdict } from '@multilane/contracts';
import type { Guardrail } from '../guardrails/guardrail.js';
import type { PackedParts } from '../guardrails/packed-parts.js';
import type { ThreadAsk, ThreadFound } from './thread-ask.js';

/** Texts that somebody waits to have looked at. */
export interface CheckJob {
  readonly tenant: string;
  readonly characters: number;
  readonly phase: GuardrailPhase;
  readonly parts: PackedParts;
  readonly guardrails: readonly Guardrail[];
  readonly verdicts: GuardrailVerdict[];
  readonly since: number;
  readonly resolve: (verdicts: readonly GuardrailVerdict[]) => void;
  /** Instead of guardrails: personal data to be found or files to be read, how long that may take in milliseconds, and what was found. */
  readonly scan?: ThreadAsk | undefined;
  readonly ruleMs?: number | undefined;
  found?: ThreadFound;
  /** Milliseconds for which its scan ran so far, and the thread that has half of it done. */
  ranMs: number;
  heldBy: object | undefined;
}
