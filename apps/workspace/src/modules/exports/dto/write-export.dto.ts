import { TENANT_EXPORT_KINDS, type TenantExportKind } from '@multilane/persistence';
import { FreeObjectField, TextListField } from '../../../fields/list-fields.js';
import { AmountField, ChoiceField, CountField, FlagField, TextField } from '../../../fields/scalar-fields.js';

const NAME = 'Unique in the workspace, or in the organization.';
const CONFIG =
  'Settings of the kind, such as `url` and `token` (docs/exports.md#sinks). Secrets are never shown again. They are replaced as a whole.';
const CONFIG_BYTES = 16 * 1024;

/** Settings that every kind has. */
abstract class ExportSettingsDto {
  @FreeObjectField({
    optional: true,
    description:
      'Records that are exported: those that match each of `teams`, `models`, `endpoints`, `outcomes` and `tags`. Default: all of them.',
  })
  filter?: Record<string, unknown>;

  @TextListField({
    optional: true,
    nullable: true,
    maxItems: 100,
    items: { max: 64 },
    description: 'Fields of a record that are exported, beside `time` and `id`. Null: all of them.',
  })
  fields?: string[] | null;

  @AmountField({ optional: true, max: 1, description: 'Share of the records that is exported, above 0. Default: 1.' })
  sample_ratio?: number;

  @FlagField({
    optional: true,
    description:
      'Whether stored texts of requests and responses are exported with their records. Requires `gateway.payloads.read` too, as does each change of such a sink. Default: false.',
  })
  payloads?: boolean;

  @CountField({
    optional: true,
    min: 1,
    max: 30_000,
    description: 'Time limit of a request to the sink, in milliseconds. Default: 30,000.',
  })
  timeout_ms?: number;

  @FreeObjectField({
    optional: true,
    description:
      'Size of batches: `max_records` (1,000 at most), `max_kb` (2,048 at most) and `max_age_ms`, the time for which records wait for others.',
  })
  batch?: Record<string, unknown>;

  @FlagField({
    optional: true,
    description:
      'If false: nothing is sent, and records wait for 7 days. True begins again after a stop. Default: true.',
  })
  enabled?: boolean;
}

export class CreateExportDto extends ExportSettingsDto {
  @ChoiceField(['workspace', 'organization'], {
    optional: true,
    description: '`organization`: the records of all workspaces. Default: `workspace`.',
  })
  scope?: 'workspace' | 'organization';

  @TextField({ max: 64, description: NAME, example: 'siem' })
  name!: string;

  @ChoiceField(TENANT_EXPORT_KINDS, { description: 'Kind of the sink. It cannot be changed.', example: 'http' })
  kind!: TenantExportKind;

  @FreeObjectField({ maxBytes: CONFIG_BYTES, description: CONFIG })
  config!: Record<string, unknown>;
}

/** Fields that are left out keep their value. */
export class UpdateExportDto extends ExportSettingsDto {
  @TextField({ optional: true, max: 64, description: NAME })
  name?: string;

  @FreeObjectField({ optional: true, maxBytes: CONFIG_BYTES, description: CONFIG })
  config?: Record<string, unknown>;
}
