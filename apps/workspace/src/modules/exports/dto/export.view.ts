import {
  EXPORT_STATES,
  type ExportState,
  type RejectedRecord,
  TENANT_EXPORT_KINDS,
  type TenantExportKind,
  type TenantExportProgress,
  type TenantExportRecord,
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

/** How far a sink is. */
export class ExportProgressView {
  @ChoiceField(EXPORT_STATES, {
    description:
      '`new`: nothing was sent yet. `away`: the sink does not answer. `refused`: it refuses everything. `stopped`: a record waited for 7 days.',
  })
  state!: ExportState;

  @TextField({ nullable: true, description: 'Reason why the sink takes no records. Null: it does.' })
  problem!: string | null;

  @TimeField({ nullable: true, description: 'Time since which the sink takes no records. Null: it does.' })
  halted_at!: string | null;

  @AmountField({ description: 'Seconds for which the oldest record has waited for the sink.' })
  lag_seconds!: number;

  @CountField({ description: 'Records that the sink accepted.' })
  delivered!: number;

  @CountField({ description: 'Records that the sink rejected.' })
  rejected!: number;

  @CountField({ description: 'Records that retention removed before the sink took them.' })
  dropped!: number;

  @TimeField({ nullable: true, description: 'When the sink accepted a batch last.' })
  delivered_at!: string | null;

  @FlagField({ description: 'True if a test waits for a worker.' })
  is_test_pending!: boolean;

  @TimeField({ nullable: true, description: 'When the last test ended. Null: there was none.' })
  tested_at!: string | null;

  @TextField({
    nullable: true,
    description: 'Problem of the last test. Null: the sink accepted it, or there was none.',
  })
  test_problem!: string | null;

  static of({ exportId: _id, testAskedAt, ...progress }: TenantExportProgress): ExportProgressView {
    return toView(ExportProgressView, { ...progress, isTestPending: testAskedAt !== null });
  }
}

/** A sink as the API shows it: secrets by their ends alone. */
export class ExportView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['export'], { description: 'Always `export`.' })
  object!: 'export';

  @IdField({ nullable: true, description: 'The workspace whose records it gets. Null: those of the organization.' })
  workspace_id!: string | null;

  @TextField({ description: 'Unique in its place.' })
  name!: string;

  @ChoiceField(TENANT_EXPORT_KINDS, { description: 'Kind of the sink.' })
  kind!: TenantExportKind;

  @TextField({ description: 'Origin of the address, or the bucket.' })
  hint!: string;

  @FreeObjectField({
    description: 'Settings of the kind: addresses by their origin, secrets by their last characters.',
  })
  config!: Record<string, unknown>;

  @FreeObjectField({ description: 'Records that are exported.' })
  filter!: Record<string, unknown>;

  @TextListField({ nullable: true, description: 'Fields of a record that are exported. Null: all of them.' })
  fields!: readonly string[] | null;

  @AmountField({ description: 'Share of the records that is exported.' })
  sample_ratio!: number;

  @FlagField({ description: 'True if stored texts of requests and responses are exported with their records.' })
  payloads!: boolean;

  @CountField({ description: 'Time limit of a request to the sink, in milliseconds.' })
  timeout_ms!: number;

  @FreeObjectField({ description: 'Size of batches.' })
  batch!: Record<string, unknown>;

  @FlagField({ description: 'If false: nothing is sent.' })
  enabled!: boolean;

  @ObjectField(() => ExportProgressView, { description: 'How far the sink is.' })
  progress!: ExportProgressView;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource changed last.' })
  updated_at!: string;

  static of({ settings, ...shown }: TenantExportRecord, progress: TenantExportProgress): ExportView {
    const {
      batch,
      fields = null,
      filter,
      payloads = false,
      sample_ratio: sampleRatio,
      timeout_ms: timeoutMs,
    } = settings;
    return toView(ExportView, {
      ...shown,
      object: 'export',
      batch: batch as Record<string, unknown>,
      fields: fields as string[] | null,
      filter: filter as Record<string, unknown>,
      payloads: payloads === true,
      sampleRatio: Number(sampleRatio),
      timeoutMs: Number(timeoutMs),
      progress: ExportProgressView.of(progress),
    });
  }
}

/** A record that a sink rejected. */
export class ExportRejectView {
  @ChoiceField(['export_reject'], { description: 'Always `export_reject`.' })
  object!: 'export_reject';

  @IdField({ description: 'Id of the record.' })
  id!: string;

  @TimeField({ description: 'When the request arrived.' })
  time!: string;

  @TextField({ description: 'Reason in the words of the sink.' })
  reason!: string;

  static of(reject: RejectedRecord): ExportRejectView {
    return toView(ExportRejectView, { ...reject, object: 'export_reject' });
  }
}
