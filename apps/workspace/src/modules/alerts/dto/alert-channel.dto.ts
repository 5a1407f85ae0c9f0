import { ALERT_CHANNEL_KINDS, type AlertChannelKind } from '@multilane/persistence';
import { ObjectField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, FlagField, TextField } from '../../../fields/scalar-fields.js';
import { AlertPlaceDto } from './alert-place.dto.js';

const CLOCK = { pattern: /^([01]\d|2[0-3]):[0-5]\d$/, name: 'a time of day such as 22:00' };
const PRINTABLE = { pattern: /^[\x21-\x7e]+$/, name: 'printable ASCII without spaces' };

export class QuietHoursDto {
  @TextField({ max: 5, form: CLOCK, description: 'Begin, by the clock of the time zone.', example: '22:00' })
  from!: string;

  @TextField({ max: 5, form: CLOCK, description: 'End. Before `from`: on the next day.', example: '07:00' })
  to!: string;

  @TextField({ max: 64, description: 'IANA time zone.', example: 'Europe/Berlin' })
  timezone!: string;
}

const NAME = 'Name for people.';
const QUIET = 'Hours in which messages wait. Messages about alerts that are over by then are not sent.';
const ENABLED = 'If false: no message is sent. Default: true.';

/** The address of a channel. Its fields belong together: what is set anew replaces all of them. */
abstract class AlertAddressDto extends AlertPlaceDto {
  @TextField({
    optional: true,
    max: 2_048,
    description: 'Address of a webhook, of Slack or of Teams. Never shown again.',
  })
  url?: string;

  @TextField({
    optional: true,
    max: 200,
    form: PRINTABLE,
    description: 'Secret that signs a webhook (Standard Webhooks). If left out: one is made, and shown this once.',
  })
  secret?: string;

  @TextField({
    optional: true,
    max: 64,
    form: PRINTABLE,
    description: 'Integration key of PagerDuty. Never shown again.',
  })
  routing_key?: string;

  @ChoiceField(['us', 'eu'], { optional: true, description: 'Service region of PagerDuty. Default: `us`.' })
  region?: 'us' | 'eu';

  @TextListField({ optional: true, maxItems: 20, items: { max: 254 }, description: 'Addresses of emails.' })
  to?: string[];
}

export class CreateAlertChannelDto extends AlertAddressDto {
  @TextField({ max: 120, description: NAME, example: 'On call' })
  name!: string;

  @ChoiceField(ALERT_CHANNEL_KINDS, { description: 'Kind of the channel. It cannot be changed.', example: 'slack' })
  kind!: AlertChannelKind;

  @ObjectField(() => QuietHoursDto, { optional: true, nullable: true, description: QUIET })
  quiet_hours?: QuietHoursDto | null;

  @FlagField({ optional: true, description: ENABLED })
  enabled?: boolean;
}

/** Fields that are left out keep their value. */
export class UpdateAlertChannelDto extends AlertAddressDto {
  @TextField({ optional: true, max: 120, description: NAME })
  name?: string;

  @ObjectField(() => QuietHoursDto, { optional: true, nullable: true, description: QUIET })
  quiet_hours?: QuietHoursDto | null;

  @FlagField({ optional: true, description: ENABLED })
  enabled?: boolean;
}
