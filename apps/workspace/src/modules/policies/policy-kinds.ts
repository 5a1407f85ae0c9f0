import type { Permission } from '@multilane/auth';
import {
  parseBudgetRuleEntry,
  parseCachePolicyEntry,
  parseNewGuardrailEntry,
  parseNewPiiPolicy,
  parsePromptEntry,
  parseRoutingConfigEntry,
  parseTagPolicyEntry,
  type ReadEntry,
} from '@multilane/config';
import type { BudgetScope } from '@multilane/contracts';
import type { Change, PolicyKind } from '@multilane/persistence';
import { namedModels, requiredModels } from '../routing/named-models.js';
import type { AskedChange } from './asked-change.js';
import { checkPromptChange } from './prompts/check-prompt-change.js';
import { modelsOfPrompt } from './prompts/models-of-prompt.js';

/** Fields by name, as gateway.yaml has them. */
export type Fields = Readonly<Record<string, unknown>>;

/** A name in an entry, and its position. */
export type Named = readonly [path: string, name: string];

/** Objects that an entry refers to by name. */
export interface References {
  readonly models: readonly Named[];
  readonly teams: readonly Named[];
  readonly guardrails: readonly Named[];
  /** The one that a budget rule is for; undefined for other policies, and for a rule for every one of its scope. */
  readonly subject?: { readonly scope: BudgetScope; readonly value: string } | undefined;
}

/** Rules that differ between the kinds of policies. */
export interface KindRules {
  readonly kind: PolicyKind;
  /** Name of one in a sentence. */
  readonly noun: string;
  readonly read: Permission;
  readonly manage: Permission;
  /** By the rules of gateway.yaml; the entry has every default. */
  parse(fields: Fields & { readonly name: string }): ReadEntry<Fields> | Promise<ReadEntry<Fields>>;
  /** References of a parsed entry. */
  referencesOf(entry: Fields): References;
  /** Rejects a change that the rules of the kind do not allow, or not with `manage` alone. Runs within the change. */
  checkChange?(change: Change, asked: AskedChange): Promise<void>;
}

const NOTHING: References = { models: [], teams: [], guardrails: [] };

export const ROUTING_CONFIG: KindRules = {
  kind: 'routing_config',
  noun: 'routing config',
  read: 'gateway.routing.read',
  manage: 'gateway.routing.manage',
  parse: parseRoutingConfigEntry,
  referencesOf: (entry) => ({
    ...NOTHING,
    models: [...namedModels(entry as never), ...requiredModels(entry as never)],
    guardrails: named(entry, 'guardrails'),
  }),
};

export const GUARDRAIL: KindRules = {
  kind: 'guardrail',
  noun: 'guardrail',
  read: 'gateway.guardrails.read',
  manage: 'gateway.guardrails.manage',
  parse: parseNewGuardrailEntry,
  referencesOf: (entry) => {
    const { model } = entry.config as { model?: string };
    const asked: Named[] = model === undefined ? [] : [['config.model', model]];
    return { ...NOTHING, models: [...named(entry, 'models'), ...asked], teams: named(entry, 'teams') };
  },
};

export const PII: KindRules = {
  kind: 'pii',
  noun: 'policy of personal data',
  read: 'gateway.pii.read',
  manage: 'gateway.pii.manage',
  parse: ({ name: _name, ...fields }) => parseNewPiiPolicy(fields),
  referencesOf: () => NOTHING,
};

export const CACHE: KindRules = {
  kind: 'cache',
  noun: 'cache policy',
  read: 'gateway.cache.read',
  manage: 'gateway.cache.manage',
  parse: parseCachePolicyEntry,
  referencesOf: (entry) => ({ ...NOTHING, models: named(entry, 'models'), teams: named(entry, 'teams') }),
};

export const BUDGET: KindRules = {
  kind: 'budget',
  noun: 'budget rule',
  read: 'gateway.budgetrules.read',
  manage: 'gateway.budgetrules.manage',
  parse: parseBudgetRuleEntry,
  referencesOf: (entry) => {
    const { downgrade_to: to, scope, value } = entry as { downgrade_to?: string; scope: BudgetScope; value?: string };
    const own = (wanted: BudgetScope): Named[] => (scope === wanted && value !== undefined ? [['value', value]] : []);
    return {
      ...NOTHING,
      models: [...own('model'), ...(to === undefined ? [] : [['downgrade_to', to] as const])],
      teams: own('team'),
      subject: value === undefined ? undefined : { scope, value },
    };
  },
};

export const TAG: KindRules = {
  kind: 'tag',
  noun: 'tag policy',
  read: 'gateway.tags.read',
  manage: 'gateway.tags.manage',
  parse: parseTagPolicyEntry,
  referencesOf: (entry) => {
    const { assign = [] } = entry as { assign?: readonly { readonly scope: string; readonly value?: string }[] };
    const teams = assign.flatMap(({ scope, value }, index): Named[] =>
      scope === 'team' && value !== undefined ? [[`assign[${index}].value`, value]] : [],
    );
    return { ...NOTHING, teams };
  },
};

export const PROMPT: KindRules = {
  kind: 'prompt',
  noun: 'prompt',
  read: 'gateway.prompts.read',
  manage: 'gateway.prompts.manage',
  parse: parsePromptEntry,
  referencesOf: (entry) => ({ ...NOTHING, models: modelsOfPrompt(entry) }),
  checkChange: checkPromptChange,
};

/** By the kind that is stored. */
export const KIND_RULES: Readonly<Record<PolicyKind, KindRules>> = {
  routing_config: ROUTING_CONFIG,
  guardrail: GUARDRAIL,
  pii: PII,
  cache: CACHE,
  budget: BUDGET,
  tag: TAG,
  prompt: PROMPT,
};

function named(entry: Fields, field: string): Named[] {
  const names = (entry[field] ?? []) as readonly string[];
  return names.map((name, index) => [`${field}[${index}]`, name]);
}
