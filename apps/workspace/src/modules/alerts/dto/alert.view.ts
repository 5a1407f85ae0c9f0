import {
  ALERT_CHANNEL_KINDS,
  ALERT_DELIVERY_STATUSES,
  ALERT_EVENTS,
  ALERT_KINDS,
  ALERT_SEVERITIES,
  ALERT_STATES,
  type AlertChannelKind,
  type AlertChannelRecord,
  type AlertDeliveryRecord,
  type AlertDeliveryStatus,
  type AlertEvent,
  type AlertKind,
  type AlertRecord,
  type AlertRuleRecord,
  type AlertSeverity,
  type AlertState,
} from '@multilane/persistence';
import { FreeObjectField, ObjectField, TextListField } from '../../../fields/list-fields.js';
import {
  AmountField,
  ChoiceField,
  CountField,
  FlagField,
  IdField,
  TextField,
  TimeField,
} from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';
import { QuietHoursDto } from './alert-channel.dto.js';

/** Fields of everything that belongs to a workspace, to a team or to the organization. */
abstract class PlacedView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @IdField({ nullable: true, description: 'The workspace. Null: the organization.' })
  workspace_id!: string | null;

  @IdField({ nullable: true, description: 'The team that it is confined to. Null: all teams.' })
  team_id!: string | null;
}

/** A rule as the API shows it. */
export class AlertRuleView extends PlacedView {
  @ChoiceField(['alert_rule'], { description: 'Always `alert_rule`.' })
  object!: 'alert_rule';

  @TextField({ description: 'Name for people.' })
  name!: string;

  @ChoiceField(ALERT_KINDS, { description: 'Condition that the rule watches.' })
  kind!: AlertKind;

  @FreeObjectField({ description: 'Settings of the kind, with every default.' })
  settings!: Record<string, unknown>;

  @TextListField({ description: 'Ids of the channels that get its messages.' })
  channel_ids!: readonly string[];

  @FlagField({ description: 'If false: the rule is not evaluated.' })
  enabled!: boolean;

  @ChoiceField(['config', 'database'], { description: '`config`: declared in `gateway.yaml`. Change it there.' })
  source!: 'config' | 'database';

  @TextField({ nullable: true, description: 'Problem of the last evaluation. Null: none.' })
  problem!: string | null;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource changed last.' })
  updated_at!: string;

  static of(rule: AlertRuleRecord): AlertRuleView {
    return toView(AlertRuleView, { ...rule, object: 'alert_rule' });
  }
}

/** A channel as the API shows it: without its address and its secrets. */
export class AlertChannelView extends PlacedView {
  @ChoiceField(['alert_channel'], { description: 'Always `alert_channel`.' })
  object!: 'alert_channel';

  @TextField({ description: 'Name for people.' })
  name!: string;

  @ChoiceField(ALERT_CHANNEL_KINDS, { description: 'Kind of the channel.' })
  kind!: AlertChannelKind;

  @TextField({ description: 'Part of the address: its origin, the region, or the domains of the emails.' })
  hint!: string;

  @ObjectField(() => QuietHoursDto, { nullable: true, description: 'Hours in which messages wait. Null: none.' })
  quiet_hours!: QuietHoursDto | null;

  @FlagField({ description: 'If false: no message is sent.' })
  enabled!: boolean;

  @ChoiceField(['config', 'database'], { description: '`config`: declared in `gateway.yaml`. Change it there.' })
  source!: 'config' | 'database';

  @TextField({
    nullable: true,
    description: 'Secret that was made just now. It is never shown again. Null in all other answers.',
  })
  secret!: string | null;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource changed last.' })
  updated_at!: string;

  static of(channel: AlertChannelRecord, secret: string | null = null): AlertChannelView {
    return toView(AlertChannelView, { ...channel, object: 'alert_channel', quietHours: channel.quiet, secret });
  }
}

/** An alert as the API shows it. */
export class AlertView extends PlacedView {
  @ChoiceField(['alert'], { description: 'Always `alert`.' })
  object!: 'alert';

  @IdField({ description: 'The rule that found it.' })
  rule_id!: string;

  @TextField({ description: 'Name of the rule when it found it.' })
  rule_name!: string;

  @ChoiceField(ALERT_KINDS, { description: 'Condition that the rule watches.' })
  kind!: AlertKind;

  @ChoiceField(ALERT_SEVERITIES, { description: 'Severity.' })
  severity!: AlertSeverity;

  @ChoiceField(ALERT_STATES, { description: '`resolved`: the condition is over.' })
  state!: AlertState;

  @TextField({ description: 'Kind of the subject, such as `api_key`, `team` or `model`.' })
  subject_type!: string;

  @TextField({ description: 'Id or name of the subject. Empty: all requests.' })
  subject_id!: string;

  @TextField({ description: 'Name of the subject.' })
  subject_name!: string;

  @AmountField({ description: 'Threshold that was reached, in the unit of the rule. 0 for forecasts and patterns.' })
  threshold!: number;

  @AmountField({ description: 'Value at the last evaluation, in the unit of the rule.' })
  value!: number;

  @TextField({ description: 'What happened, in one sentence.' })
  title!: string;

  @TextListField({ description: 'What, where, how much and since when.' })
  lines!: readonly string[];

  @TextField({
    nullable: true,
    description: 'Address of the page of the console, with its filters. Null without a public address.',
  })
  link!: string | null;

  @TimeField({ description: 'When it was found.' })
  started_at!: string;

  @TimeField({ nullable: true, description: 'When the condition was over. Null: it is not.' })
  resolved_at!: string | null;

  @TimeField({ nullable: true, description: 'When somebody acknowledged it. Null: nobody has.' })
  acknowledged_at!: string | null;

  @TextField({
    nullable: true,
    description: 'Name of the first who acknowledged it. Null: nobody has, or the caller may not see people.',
  })
  acknowledged_by!: string | null;

  static of(alert: AlertRecord): AlertView {
    return toView(AlertView, { ...alert, object: 'alert' });
  }
}

/** A message to a channel as the API shows it. */
export class AlertDeliveryView extends PlacedView {
  @ChoiceField(['alert_delivery'], { description: 'Always `alert_delivery`.' })
  object!: 'alert_delivery';

  @IdField({ description: 'The channel.' })
  channel_id!: string;

  @TextField({ description: 'Name of the channel.' })
  channel_name!: string;

  @ChoiceField(ALERT_CHANNEL_KINDS, { description: 'Kind of the channel.' })
  channel_kind!: AlertChannelKind;

  @IdField({ nullable: true, description: 'The rule. Null: a test, or a rule that was deleted.' })
  rule_id!: string | null;

  @ChoiceField(ALERT_EVENTS, { description: 'Event that it tells of.' })
  event!: AlertEvent;

  @TextField({ description: 'Title of the message.' })
  title!: string;

  @CountField({ description: 'Number of alerts that it tells of.' })
  alerts!: number;

  @ChoiceField(ALERT_DELIVERY_STATUSES, {
    description: '`pending`: it waits or is tried again. `skipped`: there was nothing to send any more.',
  })
  status!: AlertDeliveryStatus;

  @CountField({ description: 'Attempts that were made.' })
  attempts!: number;

  @CountField({ nullable: true, description: 'Status of the last answer. Null: none came.' })
  response_status!: number | null;

  @TextField({ nullable: true, description: 'Why the last attempt failed, or why it waits.' })
  failure!: string | null;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ nullable: true, description: 'When it was tried last.' })
  attempted_at!: string | null;

  @TimeField({ nullable: true, description: 'When it is tried next.' })
  next_attempt_at!: string | null;

  static of(delivery: AlertDeliveryRecord): AlertDeliveryView {
    const { alerts, more, title } = delivery.message;
    return toView(AlertDeliveryView, { ...delivery, object: 'alert_delivery', title, alerts: alerts.length + more });
  }
}
