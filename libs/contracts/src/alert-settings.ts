/** A setting of a kind of rule, with its bounds. */
export type AlertSetting =
  | { readonly type: 'number'; readonly min: number; readonly max: number; readonly by: number }
  | { readonly type: 'numbers'; readonly min: number; readonly max: number; readonly by: readonly number[] }
  | { readonly type: 'flag'; readonly by: boolean }
  | { readonly type: 'choice'; readonly choices: readonly string[]; readonly by: string }
  | { readonly type: 'text'; readonly by: null };

/** Values of settings, as rules store them. */
export type AlertSettings = Readonly<Record<string, number | readonly number[] | boolean | string | null>>;

interface AlertKindDefinition {
  /** False: nothing that the rule looks at belongs to a team. */
  readonly isForTeams: boolean;
  /** True: what the rule looks at belongs to the organization alone. */
  readonly isForOrganization?: true;
  readonly settings: Readonly<Record<string, AlertSetting>>;
}

const MOST_THRESHOLDS = 10;
const LONGEST_TEXT = 200;

const number = (by: number, min: number, max: number): AlertSetting => ({ type: 'number', min, max, by });

/** Settings of rules that look at the requests of the last minutes. */
const RECENT = {
  window_minutes: number(15, 15, 240),
  min_requests: number(20, 1, 1_000_000),
  group_by: { type: 'choice', choices: ['all', 'model', 'provider', 'team', 'key'], by: 'all' },
  value: { type: 'text', by: null },
} as const satisfies Record<string, AlertSetting>;

/** Every kind of rule with its settings (docs/alerts.md#rules). */
export const ALERT_RULE_KINDS = {
  budget: {
    isForTeams: true,
    settings: {
      thresholds: { type: 'numbers', min: 1, max: 1_000, by: [50, 80, 100] },
      forecast: { type: 'flag', by: true },
    },
  },
  spend: {
    isForTeams: true,
    settings: {
      spread: number(3, 1, 100),
      floor_usd: number(5, 0, 1_000_000),
      weeks: number(6, 3, 12),
      group_by: RECENT.group_by,
      value: RECENT.value,
    },
  },
  error_rate: { isForTeams: true, settings: { percent: number(10, 0.1, 100), ...RECENT } },
  latency: { isForTeams: true, settings: { p95_ms: number(30_000, 1, 3_600_000), ...RECENT } },
  first_byte: { isForTeams: true, settings: { p95_ms: number(5_000, 1, 3_600_000), ...RECENT } },
  rate_limited: {
    isForTeams: false,
    settings: { requests: number(100, 1, 1_000_000_000), window_minutes: RECENT.window_minutes },
  },
  expiry: { isForTeams: true, settings: { days: number(14, 1, 365) } },
  rotation: { isForTeams: false, settings: { days: number(7, 0, 90) } },
  webhooks: { isForTeams: false, isForOrganization: true, settings: { failed: number(1, 1, 1_000_000) } },
  backlog: {
    isForTeams: false,
    isForOrganization: true,
    settings: { jobs: number(1_000, 1, 10_000_000), waiting_minutes: number(15, 1, 1_440) },
  },
  cool_down: { isForTeams: false, settings: { minutes: number(2, 1, 1_440) } },
  regression: { isForTeams: false, settings: {} },
  stopped_export: { isForTeams: false, settings: {} },
  spool: { isForTeams: false, isForOrganization: true, settings: { megabytes: number(100, 1, 1_000_000) } },
} as const satisfies Record<string, AlertKindDefinition>;

export type AlertRuleKind = keyof typeof ALERT_RULE_KINDS;

/** A setting that a rule cannot have, in words that follow its name. */
export interface AlertSettingProblem {
  readonly field: string;
  readonly message: string;
}

/** Place of a rule, as far as its kind depends on it. */
export interface AlertRulePlace {
  readonly workspaceId: string | null;
  readonly teamId: string | null;
}

/** Finds the reason why a kind of rule cannot be in a place, as a sentence. */
export function findPlaceProblem(kind: AlertRuleKind, { teamId, workspaceId }: AlertRulePlace): string | undefined {
  const { isForOrganization, isForTeams }: AlertKindDefinition = ALERT_RULE_KINDS[kind];
  if (teamId !== null && !isForTeams) return `Rules of the kind \`${kind}\` look at no single team.`;
  if (workspaceId !== null && isForOrganization) return `Rules of the kind \`${kind}\` belong to the organization.`;
  return undefined;
}

/** The settings of a rule with every default, or the first problem of those that are given. */
export function readAlertSettings(
  kind: AlertRuleKind,
  given: Readonly<Record<string, unknown>>,
): { readonly settings: AlertSettings } | { readonly problem: AlertSettingProblem } {
  const known: Readonly<Record<string, AlertSetting>> = ALERT_RULE_KINDS[kind].settings;
  const settings: Record<string, AlertSettings[string]> = {};
  const stranger = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (stranger !== undefined)
    return { problem: { field: stranger.slice(0, 64), message: 'is no setting of this kind' } };
  for (const [name, setting] of Object.entries(known)) {
    const value = given[name] ?? setting.by;
    const message = describeProblem(setting, value);
    if (message !== undefined) return { problem: { field: name, message } };
    settings[name] = setting.type === 'numbers' ? sortOnce(value as number[]) : (value as AlertSettings[string]);
  }
  const isNamed = settings.value !== undefined && settings.value !== null;
  if (isNamed && settings.group_by === 'all') {
    return { problem: { field: 'value', message: 'needs `group_by`' } };
  }
  return { settings };
}

const sortOnce = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b);

function describeProblem(setting: AlertSetting, value: unknown): string | undefined {
  switch (setting.type) {
    case 'number':
      return isWithin(setting, value) ? undefined : `must be a number from ${setting.min} to ${setting.max}`;
    case 'numbers': {
      const isList = Array.isArray(value) && value.length > 0 && value.length <= MOST_THRESHOLDS;
      if (isList && value.every((each) => isWithin(setting, each))) return undefined;
      return `must be 1 to ${MOST_THRESHOLDS} numbers from ${setting.min} to ${setting.max}`;
    }
    case 'flag':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'choice':
      return setting.choices.includes(value as string) ? undefined : `must be one of ${setting.choices.join(', ')}`;
    case 'text': {
      const isText = typeof value === 'string' && value.length > 0 && value.length <= LONGEST_TEXT;
      return value === null || isText ? undefined : `must be a text of 1 to ${LONGEST_TEXT} characters`;
    }
  }
}

function isWithin({ max, min }: { readonly min: number; readonly max: number }, value: unknown): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}
