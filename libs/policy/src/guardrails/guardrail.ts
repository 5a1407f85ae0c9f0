import type { GuardrailMode, GuardrailPhase, GuardrailVerdict } from '@multilane/contracts';
import type { GuardrailDefinition } from './definition.js';
import type { TextReadings } from './reading/text-readings.js';
import type { TextPart } from './text-part.js';

/** Texts that a guardrail looks at: those of a request, or of an answer. */
export interface GuardedTexts {
  readonly phase: GuardrailPhase;
  /** The request's endpoint, and the logical name of its model: for checkers of an operator's own. */
  readonly endpoint: string;
  readonly model: string;
  readonly requestId: string;
  /** Organization of the caller; undefined for that of gateway.yaml without a database. */
  readonly organizationId?: string | undefined;
  readonly parts: readonly TextPart[];
  /** The ways in which the texts can be read: what they hold may be disguised. */
  readonly readings: TextReadings;
  /** The tokens of the request, or of the answer. Counting may need a tokenizer that is not loaded yet. */
  countTokens(): number | Promise<number>;
  /** True if the texts surely have no more than so many tokens, judged by their length. */
  hasAtMostTokens(limit: number): boolean;
  /** The scores of each text by a moderation model; rejects if it cannot be asked. */
  askModel(model: string, texts: readonly string[]): Promise<readonly Readonly<Record<string, number>>[]>;
}

export type Check = (texts: GuardedTexts) => GuardrailVerdict | Promise<GuardrailVerdict>;

/** A guardrail ready to be run (docs/contract/guardrails.md#guardrails): compiled when the snapshot is made. */
export interface Guardrail {
  readonly name: string;
  readonly kind: string;
  readonly phase: GuardrailPhase;
  readonly mode: GuardrailMode;
  /** True if the texts pass when the checker fails. */
  readonly isOpen: boolean;
  /** True if the texts leave the gateway: then it sees them without the personal data that is redacted. */
  readonly isRemote: boolean;
  /** Definition that it was made from; undefined for one that could not be read. */
  readonly definition: GuardrailDefinition | undefined;
  /**
   * Nanoseconds for which it looks at a character at worst; 0 for a guardrail that computes nothing here. Whether it
   * may run on the event loop is decided by it.
   */
  readonly costPerCharacter: number;
  readonly check: Check;
}

/** True if the finding, or the failure, of an enforcing guardrail rejects the texts. */
export function refuses({ mode, isOpen }: Guardrail, verdict: GuardrailVerdict): boolean {
  return mode === 'enforce' && (verdict === 'finding' || (verdict !== 'pass' && !isOpen));
}
