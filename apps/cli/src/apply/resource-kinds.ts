export interface Reference {
  readonly field: string;
  readonly idField: string;
  readonly section: string;
  /** True if the field is a list of names. */
  readonly isList?: true;
}

/** A section of a manifest, and where its resources live in the API. */
export interface ResourceKind {
  readonly section: string;
  /** For people: `team`. */
  readonly noun: string;
  readonly path: string;
  readonly nameField: string;
  /** Place that it belongs to: the organization, the workspace of the manifest, or either, as `scope` says. */
  readonly place: 'organization' | 'workspace' | 'either';
  /** Fields that the service never shows. `<field>_hint` or `has_<field>` say whether they changed. */
  readonly secrets: readonly string[];
  /** Fields that cannot be changed: the resource is replaced. */
  readonly fixed: readonly string[];
  /** Fields that hold the name of another resource, the field of the API that takes its id, and its section. */
  readonly references: readonly Reference[];
  /** Values of `object` in the list that are of this kind. */
  readonly object?: string;
  /** Fields that a change replaces together: all of them are sent. */
  readonly replacedWhole?: readonly string[];
  /** Fields that a change replaces together if one of them or a secret changes. */
  readonly replacedTogether?: readonly string[];
  /** Field of a manifest that says `organization` for everywhere. Default: `scope`. */
  readonly placeField?: string;
  /** True if the API takes the place as `scope`, and the workspace in the query. */
  readonly isPlacedByScope?: true;
}

const PROVIDER_SECRETS = [
  ...['api_key', 'api_keys', 'access_key_id', 'secret_access_key', 'session_token', 'credentials_json'],
  ...['access_token', 'headers'],
];

/** The address of a channel of alerts, of which the service shows a part as `hint`. */
const CHANNEL_ADDRESS = ['url', 'secret', 'routing_key', 'region', 'to'];

const policy = (section: string, noun: string, path: string): ResourceKind => ({
  section,
  noun,
  path,
  nameField: 'name',
  place: 'either',
  secrets: [],
  fixed: [],
  references: [],
});

/** In the order in which they are created; they are removed in the reverse order. */
export const RESOURCE_KINDS: readonly ResourceKind[] = [
  {
    section: 'teams',
    noun: 'team',
    path: '/admin/teams',
    nameField: 'name',
    place: 'organization',
    secrets: [],
    fixed: [],
    references: [],
  },
  {
    section: 'providers',
    noun: 'provider',
    path: '/admin/providers',
    nameField: 'name',
    place: 'workspace',
    secrets: PROVIDER_SECRETS,
    fixed: ['kind'],
    references: [],
  },
  {
    section: 'models',
    noun: 'model',
    path: '/admin/models',
    nameField: 'logical_name',
    place: 'workspace',
    secrets: [],
    fixed: [],
    references: [{ field: 'provider', idField: 'provider_id', section: 'providers' }],
    object: 'model',
  },
  {
    section: 'virtual_models',
    noun: 'virtual model',
    path: '/admin/models',
    nameField: 'name',
    place: 'workspace',
    secrets: [],
    fixed: [],
    references: [],
    object: 'virtual_model',
  },
  policy('guardrails', 'guardrail', '/admin/gateway/policies/guardrails'),
  policy('pii', 'policy of personal data', '/admin/gateway/policies/pii'),
  policy('cache', 'cache policy', '/admin/gateway/policies/cache'),
  policy('tags', 'tag policy', '/admin/gateway/policies/tags'),
  // The scope of a budget rule is the part of the traffic that it counts.
  { ...policy('budgets', 'budget rule', '/admin/gateway/policies/budgets'), placeField: 'place' },
  policy('routing_configs', 'routing config', '/admin/routing-configs'),
  policy('prompts', 'prompt', '/admin/prompts'),
  {
    ...policy('rate_limits', 'rate limit', '/admin/gateway/policies/rate-limits'),
    fixed: ['scope', 'team_id', 'model', 'applies_per'],
    references: [{ field: 'team', idField: 'team_id', section: 'teams' }],
  },
  {
    ...policy('alert_channels', 'alert channel', '/admin/alerts/channels'),
    secrets: CHANNEL_ADDRESS,
    fixed: ['kind', 'scope', 'team_id'],
    references: [{ field: 'team', idField: 'team_id', section: 'teams' }],
    replacedTogether: CHANNEL_ADDRESS,
    isPlacedByScope: true,
  },
  {
    ...policy('alert_rules', 'alert rule', '/admin/alerts/rules'),
    fixed: ['kind', 'scope', 'team_id'],
    references: [
      { field: 'team', idField: 'team_id', section: 'teams' },
      { field: 'channels', idField: 'channel_ids', section: 'alert_channels', isList: true },
    ],
    isPlacedByScope: true,
  },
  {
    ...policy('exports', 'sink of exports', '/admin/exports'),
    secrets: ['config'],
    fixed: ['kind', 'scope'],
    isPlacedByScope: true,
  },
  {
    section: 'keys',
    noun: 'key',
    path: '/admin/keys',
    nameField: 'name',
    place: 'organization',
    secrets: [],
    fixed: ['team', 'workspace_id'],
    references: [],
    replacedWhole: [
      ...['rpm_limit', 'tpm_limit', 'max_parallel', 'queue', 'priority', 'max_priority'],
      ...['budget_usd_monthly', 'budget_reset_period'],
    ],
  },
];

export function findKind(section: string): ResourceKind | undefined {
  return RESOURCE_KINDS.find((kind) => kind.section === section);
}
