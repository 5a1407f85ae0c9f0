import { LRUCache } from 'lru-cache';
import { type CustomEntity, CustomRecognizers } from './custom-recognizers.js';
import type { EntityName } from './entities.js';
import { costOfPlans } from './pii-scan.js';
import { PlaceholderForm } from './placeholder-form.js';
import { planScan, type ScanPlan } from './scan-text.js';

/** One PII policy, as gateway.yaml has it (docs/contract/personal-data.md#policies). */
export interface PiiPolicy {
  readonly entities: readonly EntityName[];
  /** Entities of the operator's own, by pattern; none if left out. */
  readonly custom_entities?: readonly CustomEntity[] | undefined;
  readonly input: 'off' | 'redact' | 'block';
  readonly output: 'off' | 'stream' | 'buffer';
  readonly placeholder: string;
  readonly restore: boolean;
}

/** Demands of all the PII policies that apply to a request together, ready to scan with. */
export interface PiiRules {
  /** Rejects the request that holds one. */
  readonly block: ScanPlan | undefined;
  readonly redact: ScanPlan | undefined;
  /** True if the person's own values are put back into the answer. */
  readonly restore: boolean;
  readonly output: 'off' | 'stream' | 'buffer';
  /** For what the client is given: entities to redact, placeholders to put values in. */
  readonly answer: ScanPlan | undefined;
  /** The same for thoughts, where nothing is put back: they are signed, and must come back as they were. */
  readonly thoughts: ScanPlan | undefined;
  /** Everything that any policy names: what is stored of a request or an answer holds none of it. */
  readonly stored: ScanPlan;
  readonly form: PlaceholderForm;
  /**
   * Nanoseconds for which the texts of a request, and those of an answer, are looked at for each character at worst.
   */
  readonly requestCost: number;
  readonly answerCost: number;
}

/**
 * Policies together: of what several say of an entity the strictest holds. Values are put back only where every policy
 * that redacts says so; placeholders have the form of the first. Undefined if nothing is asked for.
 */
export function mergePiiPolicies(policies: readonly PiiPolicy[]): PiiRules | undefined {
  const block = collect(policies, ({ input }) => input === 'block');
  const redact = without(
    collect(policies, ({ input }) => input === 'redact'),
    block,
  );
  const hidden = collect(policies, ({ output }) => output !== 'off');
  const redacting = policies.filter(({ input, output }) => input === 'redact' || output !== 'off');
  const restore = hasAny(redact) && redacting.every((policy) => policy.restore);
  if (!hasAny(block) && !hasAny(redact) && !hasAny(hidden)) return undefined;
  const names = policies.flatMap(({ custom_entities: custom = [] }) => custom.map(({ name }) => name));
  const form = new PlaceholderForm((redacting[0] ?? policies[0])?.placeholder ?? '[EMAIL_1]', names);
  const blocked = hasAny(block) ? plan(block) : undefined;
  const redacted = hasAny(redact) ? plan(redact) : undefined;
  const answer = hasAny(hidden) || restore ? plan(hidden, restore ? form : undefined) : undefined;
  return {
    block: blocked,
    redact: redacted,
    restore,
    output: strongestOutput(policies),
    answer,
    thoughts: hasAny(hidden) ? plan(hidden) : undefined,
    stored: plan(merge(merge(block, redact), hidden)),
    form,
    requestCost: costOfPlans([blocked, redacted]),
    // A text is either a thought or not.
    answerCost: costOfPlans([answer]),
  };
}

/** Entities to find: built-in ones by name, the operator's own by pattern. */
interface Sought {
  readonly builtIn: ReadonlySet<EntityName>;
  readonly custom: readonly CustomEntity[];
}

function collect(policies: readonly PiiPolicy[], asksFor: (policy: PiiPolicy) => boolean): Sought {
  const asking = policies.filter(asksFor);
  return {
    builtIn: new Set(asking.flatMap(({ entities }) => entities)),
    custom: asking.flatMap(({ custom_entities: custom = [] }) => custom),
  };
}

function without({ builtIn, custom }: Sought, other: Sought): Sought {
  return {
    builtIn: new Set([...builtIn].filter((name) => !other.builtIn.has(name))),
    custom: custom.filter(({ name }) => !other.custom.some((each) => each.name === name)),
  };
}

function merge(one: Sought, other: Sought): Sought {
  return {
    builtIn: new Set([...one.builtIn, ...other.builtIn]),
    custom: [...new Set([...one.custom, ...other.custom])],
  };
}

function hasAny({ builtIn, custom }: Sought): boolean {
  return builtIn.size + custom.length > 0;
}

function plan({ builtIn, custom }: Sought, form?: PlaceholderForm): ScanPlan {
  return planScan(builtIn, form, custom.length > 0 ? compileCustom(custom) : undefined);
}

/** Rules are worked out for each team and model; what the policies ask for is mostly the same. */
const COMPILED = new LRUCache<string, CustomRecognizers>({ max: 500 });

function compileCustom(entities: readonly CustomEntity[]): CustomRecognizers {
  const key = JSON.stringify(entities);
  const known = COMPILED.get(key);
  if (known) return known;
  const compiled = new CustomRecognizers(entities);
  COMPILED.set(key, compiled);
  return compiled;
}

function strongestOutput(policies: readonly PiiPolicy[]): PiiPolicy['output'] {
  if (policies.some(({ output }) => output === 'buffer')) return 'buffer';
  return policies.some(({ output }) => output === 'stream') ? 'stream' : 'off';
}
