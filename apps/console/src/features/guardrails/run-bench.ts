import { ApiFailure, api } from '../../api/client.js';
import { type BenchMessage, type BenchResult, type BenchRule, isElsewhere, pickMessages, sumUp } from './bench-plan.js';

/**
 * Tries rules on a chat, one after the other, and reports each result as soon as it is known.
 *
 * @throws for what is no fault of a rule: 429 after 120 trials of an organization in a minute, or no service
 */
export async function runBench(
  rules: readonly BenchRule[],
  messages: readonly BenchMessage[],
  onResult: (result: BenchResult) => void,
): Promise<void> {
  for (const rule of rules) {
    if (isElsewhere(rule)) onResult({ rule, verdict: 'elsewhere', ms: 0, messages: [] });
    else onResult(sumUp(rule, await Promise.all(pickMessages(rule, messages).map((at) => ask(rule, messages, at)))));
  }
}

async function ask({ kind, phase, config }: BenchRule, messages: readonly BenchMessage[], message: number) {
  const { role, text } = messages[message] as BenchMessage;
  try {
    const { verdict, duration_ms: ms } = await api.post('/admin/gateway/policies/guardrails/dry-run', {
      body: { kind, phase, config, role, text },
    });
    return { message, verdict, ms } as const;
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 400) throw error;
    return { message, verdict: 'refused', ms: 0, reason: error.message } as const;
  }
}
