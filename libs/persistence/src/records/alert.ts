import type { JsonObject } from './json.js';
import type { Source } from './organization.js';

/** Conditions that rules watch. */
export const ALERT_KINDS = [
  'budget',
  'spend',
  'error_rate',
  'latency',
  'first_byte',
  'rate_limited',
  'expiry',
  'rotation',
  'webhooks',
  'backlog',
  'regression',
  'spool',
  'cool_down',
  'stopped_export',
] as const;

export type AlertKind = (typeof ALERT_KINDS)[number];

export const ALERT_CHANNEL_KINDS = ['webhook', 'slack', 'teams', 'pagerduty', 'email'] as const;

export type AlertChannelKind = (typeof ALERT_CHANNEL_KINDS)[number];

export const ALERT_STATES = ['firing', 'resolved'] as const;

export type AlertState = (typeof ALERT_STATES)[number];

export const ALERT_SEVERITIES = ['info', 'warning', 'critical'] as const;

export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

export const ALERT_EVENTS = ['firing', 'resolved', 'test'] as const;

export type AlertEvent = (typeof ALERT_EVENTS)[number];

export const ALERT_DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'skipped'] as const;

export type AlertDeliveryStatus = (typeof ALERT_DELIVERY_STATUSES)[number];

/** Place of a rule or a channel: the whole organization, a workspace, or a team in either. */
export interface AlertPlace {
  readonly organizationId: string;
  /** Null: of no workspace. */
  readonly workspaceId: string | null;
  /** Null: of all teams. */
  readonly teamId: string | null;
}

/** Hours in which a channel gets no messages: they wait until the end. */
export interface QuietHours {
  /** `22:00` */
  readonly from: string;
  /** `07:00`; before `from` it is one of the next day. */
  readonly to: string;
  /** Name of the IANA time zone. */
  readonly timezone: string;
}

/** A condition that is looked at each minute. */
export interface AlertRuleRecord extends AlertPlace {
  readonly id: string;
  readonly name: string;
  readonly kind: AlertKind;
  /** Settings of its kind, with every default. */
  readonly settings: JsonObject;
  readonly channelIds: readonly string[];
  readonly enabled: boolean;
  /** Reason why the last evaluation failed. */
  readonly problem: string | null;
  /** `config`: declared in gateway.yaml. */
  readonly source: Source;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A receiver of alerts, without its address and its secrets. */
export interface AlertChannelRecord extends AlertPlace {
  readonly id: string;
  readonly name: string;
  readonly kind: AlertChannelKind;
  /** Part of the address that everybody may see, such as the host. */
  readonly hint: string;
  readonly quiet: QuietHours | null;
  readonly enabled: boolean;
  /** `config`: declared in gateway.yaml, where its address stays. */
  readonly source: Source;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Address and secrets of a channel, by the names of the API. They are sealed in the database. */
export type AlertChannelSecrets = Readonly<Record<string, string | readonly string[]>>;

/** A condition that a rule found. */
export interface AlertFinding {
  readonly subjectType: string;
  readonly subjectId: string;
  readonly subjectName: string;
  /** Threshold that was reached, in the unit of the rule. */
  readonly threshold: number;
  /** Period in which the threshold alerts once. */
  readonly windowKey: string;
  readonly value: number;
  readonly severity: AlertSeverity;
  readonly title: string;
  readonly lines: readonly string[];
  readonly link: string | null;
}

/** A condition that a rule found, from its beginning. */
export interface AlertRecord extends AlertPlace, AlertFinding {
  readonly id: string;
  readonly ruleId: string;
  readonly ruleName: string;
  readonly kind: AlertKind;
  readonly state: AlertState;
  readonly startedAt: Date;
  readonly seenAt: Date;
  readonly resolvedAt: Date | null;
  readonly acknowledgedAt: Date | null;
  readonly acknowledgedBy: string | null;
}

/** One alert of a message. */
export interface AlertMessageItem {
  readonly id: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly link: string | null;
  readonly severity: AlertSeverity;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly subject_name: string;
  readonly threshold: number;
  readonly value: number;
  /** RFC 3339, like `resolved_at`. */
  readonly started_at: string;
  readonly resolved_at: string | null;
}

/** Contents of a message to a channel, in no channel's own form. */
export interface AlertMessage {
  readonly event: AlertEvent;
  readonly title: string;
  readonly severity: AlertSeverity;
  readonly rule: { readonly id: string; readonly name: string; readonly kind: AlertKind | 'test' };
  readonly workspace_id: string | null;
  readonly team_id: string | null;
  readonly alerts: readonly AlertMessageItem[];
  /** Number of alerts that are not listed. */
  readonly more: number;
  readonly link: string | null;
}

/** A message to a channel, and what came of it. */
export interface AlertDeliveryRecord extends AlertPlace {
  readonly id: string;
  readonly channelId: string;
  readonly channelName: string;
  readonly channelKind: AlertChannelKind;
  readonly ruleId: string | null;
  readonly event: AlertEvent;
  readonly message: AlertMessage;
  readonly status: AlertDeliveryStatus;
  readonly attempts: number;
  readonly responseStatus: number | null;
  readonly failure: string | null;
  readonly createdAt: Date;
  readonly attemptedAt: Date | null;
  readonly nextAttemptAt: Date | null;
}
