import { ALERT_KINDS, type AlertKind } from '@multilane/persistence';
import { FreeObjectField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, FlagField, TextField } from '../../../fields/scalar-fields.js';
import { AlertPlaceDto } from './alert-place.dto.js';

const NAME = 'Name for people.';
/** Channels of one rule. */
const MOST_CHANNELS = 10;
const LARGEST_SETTINGS = 4_096;

const SettingsField = (): PropertyDecorator =>
  FreeObjectField({
    optional: true,
    maxBytes: LARGEST_SETTINGS,
    description: 'Settings of the kind. Settings that are left out take their defaults.',
  });
const ChannelsField = (): PropertyDecorator =>
  TextListField({
    optional: true,
    maxItems: MOST_CHANNELS,
    description: 'Ids of the channels that get its messages. The console shows every alert anyway.',
  });
const EnabledField = (): PropertyDecorator =>
  FlagField({
    optional: true,
    description: 'If false: the rule is not evaluated, and its alerts are resolved. Default: true.',
  });

export class CreateAlertRuleDto extends AlertPlaceDto {
  @TextField({ max: 120, description: NAME, example: 'Budgets of keys' })
  name!: string;

  @ChoiceField(ALERT_KINDS, {
    description: 'Condition that the rule watches. It cannot be changed.',
    example: 'budget',
  })
  kind!: AlertKind;

  @SettingsField()
  settings?: Record<string, unknown>;

  @ChannelsField()
  channel_ids?: string[];

  @EnabledField()
  enabled?: boolean;
}

/** Fields that are left out keep their value. `settings` are replaced as a whole. */
export class UpdateAlertRuleDto {
  @TextField({ optional: true, max: 120, description: NAME })
  name?: string;

  @SettingsField()
  settings?: Record<string, unknown>;

  @ChannelsField()
  channel_ids?: string[];

  @EnabledField()
  enabled?: boolean;
}
