import {
  RUN_STATUSES,
  RUN_TRIGGERS,
  type RunStatus,
  type RunTrigger,
  type WorkflowFailure,
  type WorkflowRunDetails,
  type WorkflowRunRecord,
  type WorkflowStepDetails,
} from '@multilane/persistence';
import { STEP_STATUSES, type StepStatus } from '@multilane/workflows';
import { ObjectField } from '../../../fields/list-fields.js';
import {
  AnyField,
  ChoiceField,
  CountField,
  FlagField,
  IdField,
  TextField,
  TimeField,
} from '../../../fields/scalar-fields.js';

/** Reason of a failure. */
export class WorkflowFailureView {
  @TextField({ description: 'Machine-readable reason.', example: 'http_status' })
  code!: string;

  @TextField({ description: 'What happened, for a person.' })
  message!: string;
}

/** A run in a list. */
export class WorkflowRunSummaryView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['workflow.run'], { description: 'Always `workflow.run`.' })
  object!: 'workflow.run';

  @IdField({ description: 'The workspace that it belongs to.' })
  workspace_id!: string;

  @IdField({ description: 'The workflow.' })
  workflow_id!: string;

  @CountField({ nullable: true, description: 'The version that runs. Null: the draft, in a dry run.' })
  version!: number | null;

  @ChoiceField(RUN_STATUSES, { description: 'How far the run is.' })
  status!: RunStatus;

  @ChoiceField(RUN_TRIGGERS, { description: 'What started the run.' })
  trigger!: RunTrigger;

  @TextField({ nullable: true, description: 'Who started the run.' })
  started_by!: string | null;

  @FlagField({ description: 'Whether models are played by the simulator and nothing is sent.' })
  dry_run!: boolean;

  @IdField({ nullable: true, description: 'The run that this one repeats. Null: none.' })
  rerun_of!: string | null;

  @TextField({ nullable: true, description: 'The step from which that run is repeated. Null: from the beginning.' })
  rerun_from!: string | null;

  @TimeField({ description: 'When the run was asked for.' })
  created_at!: string;

  @TimeField({ nullable: true, description: 'When a worker began with it.' })
  started_at!: string | null;

  @TimeField({ nullable: true, description: 'When it ended.' })
  ended_at!: string | null;

  static of(run: WorkflowRunRecord): WorkflowRunSummaryView {
    return {
      id: run.id,
      object: 'workflow.run',
      workspace_id: run.workspaceId,
      workflow_id: run.workflowId,
      version: run.version,
      status: run.status,
      trigger: run.trigger,
      started_by: run.startedBy,
      dry_run: run.dryRun,
      rerun_of: run.rerunOf,
      rerun_from: run.rerunFrom,
      created_at: run.createdAt.toISOString(),
      started_at: run.startedAt?.toISOString() ?? null,
      ended_at: run.endedAt?.toISOString() ?? null,
    };
  }
}

/** A run with what was sent and put out. */
export class WorkflowRunView extends WorkflowRunSummaryView {
  @AnyField({ description: 'What the run was started with.' })
  input!: unknown;

  @AnyField({ description: 'What the run put out. Null until it has succeeded.' })
  output!: unknown;

  @ObjectField(() => WorkflowFailureView, { nullable: true, description: 'Why it failed. Null: it has not.' })
  error!: WorkflowFailure | null;

  static from(run: WorkflowRunDetails): WorkflowRunView {
    const { error, input, output } = run;
    return { ...WorkflowRunSummaryView.of(run), input, output, error };
  }
}

/** A step of a run, or an item of a `map` step. */
export class WorkflowStepView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['workflow.step'], { description: 'Always `workflow.step`.' })
  object!: 'workflow.step';

  @TextField({ description: 'Id of the step in the definition.' })
  node!: string;

  @CountField({ nullable: true, description: 'Number of the item of a `map` step, from 0. Null: the step itself.' })
  iteration!: number | null;

  @ChoiceField(STEP_STATUSES, {
    description: 'How far the step is. `waiting`: for a time, a person, items or another run.',
  })
  status!: StepStatus;

  @TextField({ nullable: true, description: 'The branch that was taken. Null: that without a name.' })
  branch!: string | null;

  @CountField({ description: 'Number of attempts.' })
  attempts!: number;

  @TextField({ nullable: true, description: 'What a person decided: `approved` or `rejected`. Null: nothing.' })
  decision!: string | null;

  @TextField({ nullable: true, description: 'Who decided it.' })
  decided_by!: string | null;

  @AnyField({ description: 'What the step was given. Secrets are shown by their names.' })
  input!: unknown;

  @AnyField({ description: 'What the step put out.' })
  output!: unknown;

  @ObjectField(() => WorkflowFailureView, { nullable: true, description: 'Why its last attempt failed.' })
  error!: WorkflowFailure | null;

  @TimeField({ nullable: true, description: 'When it is looked at next, for one that waits or is tried again.' })
  due_at!: string | null;

  @TimeField({ nullable: true, description: 'When its first attempt began.' })
  started_at!: string | null;

  @TimeField({ nullable: true, description: 'When it ended.' })
  ended_at!: string | null;

  static of(step: WorkflowStepDetails): WorkflowStepView {
    const isOpen = step.status === 'pending' || step.status === 'waiting';
    return {
      id: step.id,
      object: 'workflow.step',
      node: step.nodeId,
      iteration: step.iteration < 0 ? null : step.iteration,
      status: step.status,
      branch: step.branch,
      attempts: step.attempts,
      decision: step.decision,
      decided_by: step.decidedBy,
      input: step.input,
      output: step.output,
      error: step.error,
      due_at: isOpen ? step.dueAt.toISOString() : null,
      started_at: step.startedAt?.toISOString() ?? null,
      ended_at: step.endedAt?.toISOString() ?? null,
    };
  }
}
