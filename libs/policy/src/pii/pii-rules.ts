import type { EntityName } from './entities.js';
import { PlaceholderForm } from './placeholder-form.js';
import { planScan, type ScanPlan } from './scan-text.js';

/** One PII policy, as gateway.yaml has it (decisions section 7). */
export interface PiiPolicy {
  readonly entities: readonly EntityName[];
  readonly input: 'off' | 'redact' | 'block';
  readonly output: 'off' | 'stream' | 'buffer';
  readonly placeholder: string;
  readonly restore: boolean;
}

/** What all the PII policies that apply to a request ask for together, ready to scan with. */
export interface PiiRules {
  /** Refuses the request that holds one. */
  readonly block: ScanPlan | undefined;
  readonly redact: ScanPlan | undefined;
  /** Whether the person's own values are put back into the answer. */
  readonly restore: boolean;
  readonly output: 'off' | 'stream' | 'buffer';
  /** For what the client is given: entities to redact, placeholders to put values in. */
  readonly answer: ScanPlan | undefined;
  /** The same for thoughts, where nothing is put back: they are signed, and must come back as they were. */
  readonly thoughts: ScanPlan | undefined;
  readonly form: PlaceholderForm;
}

/**
 * Policies together: of what several say of an entity the strictest holds. Values are put back only where every policy
 * that redacts says so; placeholders have the form of the first. Undefined where nothing is asked for.
 */
export function mergePiiPolicies(policies: readonly PiiPolicy[]): PiiRules | undefined {
  const block = entitiesOf(policies, ({ input }) => input === 'block');
  const redact = entitiesOf(policies, ({ input }) => input === 'redact');
  const hidden = entitiesOf(policies, ({ output }) => output !== 'off');
  for (const entity of block) redact.delete(entity);
  const redacting = policies.filter(({ input, output }) => input === 'redact' || output !== 'off');
  const restore = redact.size > 0 && redacting.every((policy) => policy.restore);
  if (block.size + redact.size + hidden.size === 0) return undefined;
  const form = new PlaceholderForm((redacting[0] ?? policies[0])?.placeholder ?? '[EMAIL_1]');
  return {
    block: block.size > 0 ? planScan(block) : undefined,
    redact: redact.size > 0 ? planScan(redact) : undefined,
    restore,
    output: strongestOutput(policies),
    answer: hidden.size > 0 || restore ? planScan(hidden, restore ? form : undefined) : undefined,
    thoughts: hidden.size > 0 ? planScan(hidden) : undefined,
    form,
  };
}

function entitiesOf(policies: readonly PiiPolicy[], asksFor: (policy: PiiPolicy) => boolean): Set<EntityName> {
  return new Set(policies.filter(asksFor).flatMap(({ entities }) => entities));
}

function strongestOutput(policies: readonly PiiPolicy[]): PiiPolicy['output'] {
  if (policies.some(({ output }) => output === 'buffer')) return 'buffer';
  return policies.some(({ output }) => output === 'stream') ? 'stream' : 'off';
}
