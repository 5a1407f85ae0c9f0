import { parseBoundedJson, readProblem } from '@multilane/contracts';
import { HOOK_SCHEMES, type HookScheme, type WorkflowRecord, type WorkflowVersionRecord } from '@multilane/persistence';
import type { WorkflowProblem } from '@multilane/workflows';
import { FreeObjectField, ObjectField, ObjectListField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

/** Schedule of a workflow's own runs. */
export class WorkflowScheduleView {
  @TextField({ description: 'Minute, hour, day of the month, month and day of the week.', example: '0 9 * * MON-FRI' })
  cron!: string;

  @TextField({ description: 'The time zone, as a name of the IANA database.', example: 'Europe/Berlin' })
  timezone!: string;

  @TimeField({
    nullable: true,
    description: 'When it is due next. Null while the workflow is disabled or not published.',
  })
  next_run_at!: string | null;
}

/** Hook by which requests start a workflow. */
export class WorkflowHookView {
  @TextField({ description: 'Path of the hook, at the address of this service.', example: '/hooks/0190…' })
  path!: string;

  @ChoiceField(HOOK_SCHEMES, {
    description:
      'How deliveries are signed. `standard`: Standard Webhooks, or `X-Hub-Signature-256`. `github`: `X-Hub-Signature-256` only. `stripe`: `Stripe-Signature`.',
  })
  scheme!: HookScheme;

  @TextListField({ description: 'The last characters of each secret that is accepted, the newest first.' })
  secret_hints!: readonly string[];
}

/** The hook after a change of it. */
export class ChangedHookView extends WorkflowHookView {
  @TextField({
    nullable: true,
    description: 'The secret that was generated. It is never shown again. Null: you sent one.',
  })
  secret!: string | null;

  static from(workflow: WorkflowRecord, secret: string | null): ChangedHookView {
    return { ...hookOf(workflow), secret };
  }
}

/** A workflow as the API shows it. */
export class WorkflowView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['workflow'], { description: 'Always `workflow`.' })
  object!: 'workflow';

  @IdField({ description: 'The workspace that it belongs to.' })
  workspace_id!: string;

  @TextField({ description: 'Unique in the workspace.' })
  name!: string;

  @TextField({ nullable: true, description: 'What the workflow does.' })
  description!: string | null;

  @FreeObjectField({ description: 'The draft: a graph of steps. Runs use the published version.' })
  definition!: object;

  @CountField({ description: 'Grows with each change of the draft.' })
  revision!: number;

  @CountField({ nullable: true, description: 'The version that runs. Null: none was published.' })
  published_version!: number | null;

  @FlagField({ description: 'Whether the schedule and the hook start it. People can always start it.' })
  enabled!: boolean;

  @ObjectField(() => WorkflowScheduleView, { nullable: true, description: 'When it runs by itself. Null: never.' })
  schedule!: WorkflowScheduleView | null;

  @ObjectField(() => WorkflowHookView, { nullable: true, description: 'How requests start it. Null: not at all.' })
  hook!: WorkflowHookView | null;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource was changed last.' })
  updated_at!: string;

  static of(workflow: WorkflowRecord): WorkflowView {
    const { createdAt, cron, description, draft, enabled, hookScheme, id, name, revision, timezone } = workflow;
    return {
      id,
      object: 'workflow',
      workspace_id: workflow.workspaceId,
      name,
      description,
      definition: parseBoundedJson(draft) as object,
      revision,
      published_version: workflow.publishedVersion,
      enabled,
      schedule:
        cron === null || timezone === null
          ? null
          : { cron, timezone, next_run_at: workflow.nextRunAt?.toISOString() ?? null },
      hook: hookScheme === null ? null : hookOf(workflow),
      created_at: createdAt.toISOString(),
      updated_at: workflow.updatedAt.toISOString(),
    };
  }
}

function hookOf({ hookHints, hookScheme, id }: WorkflowRecord): WorkflowHookView {
  return { path: `/hooks/${id}`, scheme: hookScheme ?? 'standard', secret_hints: hookHints };
}

/** A published version. */
export class WorkflowVersionView {
  @ChoiceField(['workflow.version'], { description: 'Always `workflow.version`.' })
  object!: 'workflow.version';

  @CountField({ description: 'Number of the version, from 1.' })
  version!: number;

  @FreeObjectField({ description: 'The graph of steps.' })
  definition!: object;

  @TextField({ nullable: true, description: 'Who published it.' })
  published_by!: string | null;

  @TimeField({ description: 'When it was published.' })
  published_at!: string;

  static of({ definition, publishedAt, publishedBy, version }: WorkflowVersionRecord): WorkflowVersionView {
    return {
      object: 'workflow.version',
      version,
      definition: parseBoundedJson(definition) as object,
      published_by: publishedBy,
      published_at: publishedAt.toISOString(),
    };
  }
}

/** Kind of a problem, as errors of a field have it in `error.details.problem`. */
export class WorkflowProblemKindView {
  @TextField({ description: 'Kind of the problem.', example: 'not_web_address' })
  kind!: string;

  @FreeObjectField({ description: 'Numbers and names that a sentence about it holds.' })
  values!: Record<string, unknown>;
}

/** Something that publication rejects. */
export class WorkflowProblemView {
  @TextField({ nullable: true, description: 'Id of the step. Null: the workflow as a whole.' })
  node!: string | null;

  @TextField({ description: 'Where it is in the definition.', example: 'nodes[0].url' })
  path!: string;

  @TextField({ description: 'What is wrong, as the end of a sentence that begins with the field.' })
  message!: string;

  @ObjectField(() => WorkflowProblemKindView, {
    nullable: true,
    description: 'The problem for clients that write their own sentences. Null: it has no kind.',
  })
  problem!: WorkflowProblemKindView | null;

  static of(problem: WorkflowProblem): WorkflowProblemView {
    return { ...problem, problem: readProblem(problem.message) ?? null };
  }
}

/** Problems that publication would reject. */
export class WorkflowCheckView {
  @ChoiceField(['workflow.check'], { description: 'Always `workflow.check`.' })
  object!: 'workflow.check';

  @FlagField({ description: 'Whether the definition can be published.' })
  valid!: boolean;

  @ObjectListField(() => WorkflowProblemView, { description: 'The problems, at most 50.' })
  problems!: readonly WorkflowProblemView[];
}
