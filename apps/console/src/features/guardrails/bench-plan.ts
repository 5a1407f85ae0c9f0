import type { Guardrail } from './guardrail-values.js';

export const ROLES = ['system', 'user', 'assistant', 'tool'] as const;

/** A message of the chat that guardrails are tried on. */
export interface BenchMessage {
  readonly role: (typeof ROLES)[number];
  readonly text: string;
}

/** A guardrail to try, stored or only in a form. */
export interface BenchRule extends Pick<Guardrail, 'name' | 'kind' | 'phase' | 'mode' | 'enabled'> {
  readonly id: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** Verdict of a guardrail on a chat. */
export interface BenchResult {
  readonly rule: BenchRule;
  /** `elsewhere`: the rule asks a service, a model or its tokenizer. `silent`: there is no message for it. */
  readonly verdict: 'pass' | 'finding' | 'timeout' | 'failure' | 'refused' | 'elsewhere' | 'silent';
  /** Milliseconds of all messages. */
  readonly ms: number;
  /** Messages, from 1, that the verdict is about. */
  readonly messages: readonly number[];
  /** Reason for which the API rejects the settings. */
  readonly reason?: string;
}

/** True if the workspace cannot try a rule, because it calls nobody and has no tokenizer. */
export function isElsewhere({ kind, config }: Pick<BenchRule, 'kind' | 'config'>): boolean {
  return kind === 'http' || kind === 'max_tokens' || (kind === 'moderation' && typeof config.model === 'string');
}

/** The positions of the messages that a rule checks: those of the assistant are responses, all others requests. */
export function pickMessages({ phase }: Pick<BenchRule, 'phase'>, messages: readonly BenchMessage[]): number[] {
  return messages.flatMap(({ role, text }, index) =>
    text.trim() !== '' && (role === 'assistant') === (phase === 'after') ? [index] : [],
  );
}

const RANKS = ['refused', 'failure', 'timeout', 'finding', 'pass'] as const;

interface Answered {
  readonly message: number;
  readonly verdict: (typeof RANKS)[number];
  readonly ms: number;
  readonly reason?: string;
}

/** Returns the verdict of a rule on a chat: the worst of its verdicts on each message. */
export function sumUp(rule: BenchRule, answers: readonly Answered[]): BenchResult {
  const ms = answers.reduce((sum, answer) => sum + answer.ms, 0);
  const verdict = RANKS.find((rank) => answers.some((answer) => answer.verdict === rank));
  if (verdict === undefined) return { rule, verdict: 'silent', ms, messages: [] };
  const told = answers.filter((answer) => answer.verdict === verdict);
  const reason = told[0]?.reason;
  return { rule, verdict, ms, messages: told.map(({ message }) => message + 1), ...(reason && { reason }) };
}
