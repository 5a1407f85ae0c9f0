import type { GuardrailVerdict } from '@multilane/contracts';
import { type CheckPool, type GuardedTexts, type Guardrail, refuses } from '@multilane/policy';

/** All checks of a request together may hold the event loop for this long at worst, in nanoseconds. */
export const INLINE_LIMIT_NS = 1_000_000;

/** A checker that is away may be back after this long. */
export const RETRY_AFTER_SECONDS = '5';

/** Gets the result of each guardrail. */
export type OnVerdict = (guardrail: Guardrail, verdict: GuardrailVerdict) => void;

/** A guardrail that rejects, and why: it found something, or it could not check. */
export interface Refusal {
  readonly guardrail: Guardrail;
  readonly verdict: GuardrailVerdict;
}

/**
 * Runs guardrails until one rejects, which it returns. Those that leave the gateway are asked at once, after the others;
 * a promise only where one of them has to be waited for.
 */
export function runChecks(
  guardrails: readonly Guardrail[],
  texts: GuardedTexts,
  onVerdict: OnVerdict,
): Refusal | undefined | Promise<Refusal | undefined> {
  for (let index = 0; index < guardrails.length; index++) {
    const guardrail = guardrails[index] as Guardrail;
    const verdict = guardrail.check(texts);
    if (verdict instanceof Promise) return runWaiting(guardrails, texts, onVerdict, index, verdict);
    onVerdict(guardrail, verdict);
    if (refuses(guardrail, verdict)) return { guardrail, verdict };
  }
  return undefined;
}

async function runWaiting(
  guardrails: readonly Guardrail[],
  texts: GuardedTexts,
  onVerdict: OnVerdict,
  from: number,
  first: Promise<GuardrailVerdict>,
): Promise<Refusal | undefined> {
  const waiting = guardrails.slice(from);
  const verdicts = waiting.map((guardrail, index) => (index === 0 ? first : guardrail.check(texts)));
  let refused: Refusal | undefined;
  for (const [index, guardrail] of waiting.entries()) {
    // A verdict of its own: it is recorded, and blocks where the guardrail says so.
    const verdict = await Promise.resolve(verdicts[index] ?? 'failure').catch((): GuardrailVerdict => 'failure');
    onVerdict(guardrail, verdict);
    if (refused === undefined && refuses(guardrail, verdict)) refused = { guardrail, verdict };
  }
  return refused;
}

/** Guardrails that run here, and those whose texts are too long for it. */
export interface SplitChecks {
  readonly here: readonly Guardrail[];
  readonly elsewhere: readonly Guardrail[];
}

/** Decides which checks may run on the event loop: those that are surely done with the texts within a millisecond. */
export function splitChecks(guardrails: readonly Guardrail[], { parts }: GuardedTexts): SplitChecks {
  let characters = 0;
  for (const { text } of parts) characters += text.length;
  let spent = 0;
  let elsewhere: Guardrail[] | undefined;
  for (const guardrail of guardrails) {
    const { costPerCharacter: cost } = guardrail;
    // Guardrails without a cost here stay: an infinite cost times nothing is none either.
    const nanoseconds = cost === 0 || characters === 0 ? 0 : cost * characters;
    if (spent + nanoseconds > INLINE_LIMIT_NS) {
      elsewhere ??= [];
      elsewhere.push(guardrail);
    } else spent += nanoseconds;
  }
  if (elsewhere === undefined) return { here: guardrails, elsewhere: NONE };
  const apart = new Set(elsewhere);
  return { here: guardrails.filter((guardrail) => !apart.has(guardrail)), elsewhere };
}

const NONE: readonly Guardrail[] = [];

/** Runs guardrails over long texts on other threads, until one rejects. */
export async function runElsewhere(
  pool: CheckPool,
  tenant: string,
  guardrails: readonly Guardrail[],
  texts: GuardedTexts,
  onVerdict: OnVerdict,
): Promise<Refusal | undefined> {
  const verdicts = await pool.check(tenant, guardrails, texts);
  let refusal: Refusal | undefined;
  for (const [index, verdict] of verdicts.entries()) {
    const guardrail = guardrails[index] as Guardrail;
    onVerdict(guardrail, verdict);
    if (refusal === undefined && refuses(guardrail, verdict)) refusal = { guardrail, verdict };
  }
  return refusal;
}
