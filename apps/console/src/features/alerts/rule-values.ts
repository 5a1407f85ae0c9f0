import type { components } from '../../api/schema.js';

export type RuleKind = components['schemas']['AlertRuleView']['kind'];

/** A setting as the form has it. Numbers are texts while somebody types. */
export type RuleSettings = Readonly<Record<string, string | number | boolean | string[] | null>>;

export type RuleValues = {
  readonly name: string;
  readonly kind: RuleKind;
  readonly scope: 'workspace' | 'organization';
  readonly team_id: string | null;
  readonly settings: RuleSettings;
  readonly channel_ids: string[];
  readonly enabled: boolean;
};

export interface RuleBody {
  readonly name: string;
  readonly kind: RuleKind;
  readonly scope: 'workspace' | 'organization';
  readonly team_id: string | null;
  readonly settings: Record<string, unknown>;
  readonly channel_ids: string[];
  readonly enabled: boolean;
}

export const GROUPS = ['all', 'model', 'provider', 'team', 'key'] as const;

const RECENT = { window_minutes: 15, min_requests: 20, group_by: 'all', value: '' } as const;

/** The settings of each kind with their defaults, in the order of the form. */
export const DEFAULTS: Readonly<Record<RuleKind, RuleSettings>> = {
  budget: { thresholds: ['50', '80', '100'], forecast: true },
  spend: { spread: 3, floor_usd: 5, weeks: 6, group_by: 'all', value: '' },
  error_rate: { percent: 10, ...RECENT },
  latency: { p95_ms: 30_000, ...RECENT },
  first_byte: { p95_ms: 5_000, ...RECENT },
  rate_limited: { requests: 100, window_minutes: 15 },
  expiry: { days: 14 },
  rotation: { days: 7 },
  webhooks: { failed: 1 },
  backlog: { jobs: 1_000, waiting_minutes: 15 },
  cool_down: { minutes: 2 },
  regression: {},
  stopped_export: {},
  spool: { megabytes: 100 },
};

export const RULE_KINDS = Object.keys(DEFAULTS) as RuleKind[];
/** Kinds that belong to the organization alone. */
export const OF_ORGANIZATION: readonly RuleKind[] = ['webhooks', 'backlog', 'spool'];
/** Kinds that look at no single team. */
export const WITHOUT_TEAM: readonly RuleKind[] = [
  'rate_limited',
  'rotation',
  'webhooks',
  'backlog',
  'cool_down',
  'regression',
  'stopped_export',
  'spool',
];

export const NEW_RULE: RuleValues = {
  name: '',
  kind: 'budget',
  scope: 'workspace',
  team_id: null,
  settings: DEFAULTS.budget,
  channel_ids: [],
  enabled: true,
};

/** The values of the form for a rule that exists. */
export function toRuleValues(rule: components['schemas']['AlertRuleView']): RuleValues {
  const stored = rule.settings as Readonly<Record<string, unknown>>;
  const settings = Object.fromEntries(
    Object.entries(DEFAULTS[rule.kind]).map(([name, by]) => {
      const value = stored[name] ?? by;
      return [name, Array.isArray(value) ? value.map(String) : (value as string | number | boolean)];
    }),
  );
  return {
    name: rule.name,
    kind: rule.kind,
    scope: rule.workspace_id === null ? 'organization' : 'workspace',
    team_id: rule.team_id,
    settings,
    channel_ids: [...rule.channel_ids],
    enabled: rule.enabled,
  };
}

/** The body of the API. Texts that are no numbers are sent as they are, so that the API says what is wrong. */
export function toRuleBody({ name, settings, ...values }: RuleValues): RuleBody {
  const written = Object.fromEntries(
    Object.entries(settings).map(([setting, value]) => {
      if (setting === 'thresholds') return [setting, (value as string[]).map(toNumber)];
      if (setting === 'value') return [setting, value === '' ? null : value];
      if (setting === 'group_by' || typeof value === 'boolean') return [setting, value];
      return [setting, toNumber(value as string | number)];
    }),
  );
  return { ...values, name: name.trim(), settings: written };
}

function toNumber(value: string | number): string | number {
  const number = Number(value);
  return value === '' || Number.isNaN(number) ? value : number;
}
