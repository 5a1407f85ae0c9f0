import type { components } from '../../api/schema.js';

export type ChannelKind = components['schemas']['AlertChannelView']['kind'];

export type ChannelValues = {
  readonly name: string;
  readonly kind: ChannelKind;
  readonly scope: 'workspace' | 'organization';
  readonly team_id: string | null;
  readonly url: string;
  readonly secret: string;
  readonly routing_key: string;
  readonly region: 'us' | 'eu';
  readonly to: string[];
  readonly isQuiet: boolean;
  readonly from: string;
  readonly until: string;
  readonly timezone: string;
  readonly enabled: boolean;
};

export type ChannelBody = Readonly<Record<string, unknown>>;

export const CHANNEL_KINDS: readonly ChannelKind[] = ['webhook', 'slack', 'teams', 'pagerduty', 'email'];

/** Time zone of the browser. */
const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function newChannel(): ChannelValues {
  return {
    name: '',
    kind: 'webhook',
    scope: 'workspace',
    team_id: null,
    url: '',
    secret: '',
    routing_key: '',
    region: 'us',
    to: [],
    isQuiet: false,
    from: '22:00',
    until: '07:00',
    timezone: ownZone(),
    enabled: true,
  };
}

/** The values of the form for a channel that exists: its address stays as it is where nothing is typed. */
export function toChannelValues(channel: components['schemas']['AlertChannelView']): ChannelValues {
  const { enabled, kind, name, quiet_hours: quiet, team_id, workspace_id } = channel;
  return {
    ...newChannel(),
    name,
    kind,
    scope: workspace_id === null ? 'organization' : 'workspace',
    team_id,
    enabled,
    ...(quiet !== null && { isQuiet: true, from: quiet.from, until: quiet.to, timezone: quiet.timezone }),
  };
}

/** The fields of an address that were typed, of the kind alone. */
function addressOf({ kind, region, routing_key, secret, to, url }: ChannelValues): ChannelBody {
  switch (kind) {
    case 'webhook':
      return { ...(url !== '' && { url }), ...(secret !== '' && { secret }) };
    case 'slack':
    case 'teams':
      return url === '' ? {} : { url };
    case 'pagerduty':
      return routing_key === '' ? {} : { routing_key, region };
    case 'email':
      return to.length === 0 ? {} : { to };
  }
}

export function toChannelBody(values: ChannelValues, isNew: boolean): ChannelBody {
  const { enabled, from, isQuiet, kind, name, scope, team_id, timezone, until: to } = values;
  return {
    name: name.trim(),
    enabled,
    quiet_hours: isQuiet ? { from, to, timezone } : null,
    ...addressOf(values),
    ...(isNew && { kind, scope, team_id }),
  };
}
