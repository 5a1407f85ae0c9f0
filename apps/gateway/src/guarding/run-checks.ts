import { type GuardedTexts, type Guardrail, type GuardrailVerdict, refuses } from '@multilane/policy';

/** Hears what each guardrail said. */
export type OnVerdict = (guardrail: Guardrail, verdict: GuardrailVerdict) => void;

/** A guardrail that refuses, and why: it found something, or it could not check. */
export interface Refusal {
  readonly guardrail: Guardrail;
  readonly verdict: GuardrailVerdict;
}

/**
 * Runs guardrails until one refuses, which it returns. Those that leave the gateway are asked at once, after the others;
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
    const verdict = await Promise.resolve(verdicts[index] ?? 'failure').catch((): GuardrailVerdict => 'failure');
    onVerdict(guardrail, verdict);
    if (refused === undefined && refuses(guardrail, verdict)) refused = { guardrail, verdict };
  }
  return refused;
}
