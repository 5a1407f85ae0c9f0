import type { Guardrail, PiiRules } from '@multilane/policy';

/** What guards a request and its answer: every guardrail that matches, and all the rules of personal data together. */
export interface GuardSet {
  readonly before: readonly Guardrail[];
  readonly after: readonly Guardrail[];
  readonly pii: PiiRules | undefined;
}
