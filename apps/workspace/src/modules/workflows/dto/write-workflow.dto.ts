import { HOOK_SCHEMES, type HookScheme, RUN_STATUSES, type RunStatus } from '@multilane/persistence';
import { WORKFLOW_BOUNDS } from '@multilane/workflows';
import { FreeObjectField, ObjectField } from '../../../fields/list-fields.js';
import { AnyField, ChoiceField, FlagField, IdField, TextField } from '../../../fields/scalar-fields.js';
import { ListQuery } from '../../../lists/list-query.dto.js';

const NAME = 'Unique in the workspace.';
const DESCRIPTION = 'What the workflow does.';
const DEFINITION = 'The draft: a graph of steps. It may have problems, which only publication refuses.';
const STEP_ID = { pattern: /^[A-Za-z][A-Za-z0-9_]{0,63}$/, name: 'the id of a step' };
const PRINTABLE = { pattern: /^[\x21-\x7e]+$/, name: 'printable ASCII without spaces' };

export class CreateWorkflowDto {
  @TextField({ max: 128, description: NAME, example: 'Order intake' })
  name!: string;

  @TextField({ optional: true, nullable: true, max: 1_000, multiline: true, description: DESCRIPTION })
  description?: string | null;

  @FreeObjectField({
    optional: true,
    maxBytes: WORKFLOW_BOUNDS.definition,
    description: DEFINITION,
    example: { nodes: [{ id: 'greet', kind: 'transform', expression: '"Hello " & input.name' }], edges: [] },
  })
  definition?: object;
}

export class ScheduleDto {
  @TextField({
    max: 100,
    description: 'Minute, hour, day of the month, month, day of the week.',
    example: '0 9 * * MON',
  })
  cron!: string;

  @TextField({ max: 64, description: 'A name of the IANA time zone database.', example: 'Europe/Berlin' })
  timezone!: string;
}

/** Fields that are left out keep their value. */
export class UpdateWorkflowDto {
  @TextField({ optional: true, max: 128, description: NAME })
  name?: string;

  @TextField({ optional: true, nullable: true, max: 1_000, multiline: true, description: DESCRIPTION })
  description?: string | null;

  @FreeObjectField({ optional: true, maxBytes: WORKFLOW_BOUNDS.definition, description: DEFINITION })
  definition?: object;

  @FlagField({ optional: true, description: 'Whether the schedule and the hook start it.' })
  enabled?: boolean;

  @ObjectField(() => ScheduleDto, {
    optional: true,
    nullable: true,
    description: 'When it runs by itself. Null: never.',
  })
  schedule?: ScheduleDto | null;
}

export class CheckWorkflowDto {
  @FreeObjectField({ optional: true, maxBytes: WORKFLOW_BOUNDS.definition, description: 'Left out: the stored draft.' })
  definition?: object;
}

export class SetHookDto {
  @ChoiceField(HOOK_SCHEMES, { optional: true, description: 'How deliveries are signed. Default: `standard`.' })
  scheme?: HookScheme;

  @TextField({
    optional: true,
    min: 16,
    max: 512,
    form: PRINTABLE,
    description: 'The secret that the sender signs with. Left out: one is generated and shown once.',
  })
  secret?: string;

  @FlagField({
    optional: true,
    description: 'Whether the newest secret so far is accepted too, until the next change. Default: false.',
  })
  keep_previous?: boolean;
}

export class StartRunDto {
  @AnyField({
    optional: true,
    maxCharacters: WORKFLOW_BOUNDS.input,
    description: 'What templates and expressions read as `input`.',
    example: { name: 'Ada' },
  })
  input?: unknown;

  @FlagField({
    optional: true,
    description:
      'Runs the draft: models are played by the simulator, nothing is sent, and waits are skipped. Default: false.',
  })
  dry_run?: boolean;
}

export class RerunDto {
  @TextField({
    optional: true,
    form: STEP_ID,
    description: 'The step to run again, with all that follow it. Left out: the whole run.',
  })
  from_step?: string;

  @AnyField({
    optional: true,
    maxCharacters: WORKFLOW_BOUNDS.input,
    description: 'Replaces what the run was started with. Left out: it stays.',
  })
  input?: unknown;
}

export class DecisionDto {
  @ChoiceField(['approved', 'rejected'], { description: 'Which branch the run takes.' })
  decision!: 'approved' | 'rejected';
}

export class ListRunsQuery extends ListQuery {
  @IdField({ optional: true, description: 'Only runs of this workflow.' })
  workflow_id?: string;

  @ChoiceField(RUN_STATUSES, { optional: true, description: 'Only runs with this status.' })
  status?: RunStatus;
}
