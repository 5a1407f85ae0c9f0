import { ALERT_KINDS, type AlertKind } from '@multilane/persistence';
import { FreeObjectField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, FlagField, TextField } from '../../../fields/scalar-fields.js';
import { AlertPlaceDto } from './alert-place.dto.js';

const NAME = 'Name for people.';
const SETTINGS = 'Settings of the kind. Settings that are left out take their defaults.';
const CHANNELS = 'Ids of the channels that get its messages. The console shows every alert anyway.';
const ENABLED = 'If false: the rule is not evaluated, and its alerts are resolved. Default: true.';
/** Channels of one rule. */
const MOST_CHANNELS = 10;
const LARGEST_SETTINGS = 4_096;

export class CreateAlertRuleDto extends AlertPlaceDto {
  @TextField({ max: 120, description: NAME, example: 'Budgets of keys' })
  name!: string;

  @ChoiceField(ALERT_KINDS, {
    description: 'Condition that the rule watches. It cannot be changed.',
    example: 'budget',
  })
  kind!: AlertKind;

  @FreeObjectField({ optional: true, maxBytes: LARGEST_SETTINGS, description: SETTINGS })
  settings?: Record<string, unknown>;

  @TextListField({ optional: true, maxItems: MOST_CHANNELS, description: CHANNELS })
  channel_ids?: string[];

  @FlagField({ optional: true, description: ENABLED })
  enabled?: boolean;
}

/** Fields that are left out keep their value. `settings` are replaced as a whole. */
export class UpdateAlertRuleDto {
  @TextField({ optional: true, max: 120, description: NAME })
  name?: string;

  @FreeObjectField({ optional: true, maxBytes: LARGEST_SETTINGS, description: SETTINGS })
  settings?: Record<string, unknown>;

  @TextListField({ optional: true, maxItems: MOST_CHANNELS, description: CHANNELS })
  channel_ids?: string[];

  @FlagField({ optional: true, description: ENABLED })
  enabled?: boolean;
}
