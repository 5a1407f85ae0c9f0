export const RUN_COLUMNS = `r.id, r.organization_id AS "organizationId", r.workspace_id AS "workspaceId", r.workflow_id AS "workflowId",
  r.version, r.trigger, r.started_by AS "startedBy", r.dry_run AS "dryRun", r.depth, r.parent_step_id AS "parentStepId",
  r.rerun_of AS "rerunOf", r.rerun_from AS "rerunFrom", r.status, r.created_at AS "createdAt", r.started_at AS "startedAt",
  r.ended_at AS "endedAt"`;

export const RUN_DETAIL_COLUMNS = `${RUN_COLUMNS}, r.definition, r.identity, r.uses_cache AS "usesCache", r.input_sealed AS "inputSealed",
  r.output_sealed AS "outputSealed", r.error_sealed AS "errorSealed"`;

export const STEP_COLUMNS = `s.id, s.run_id AS "runId", s.node_id AS "nodeId", s.iteration, s.status, s.branch, s.attempts, s.decision,
  s.decided_by AS "decidedBy", s.due_at AS "dueAt", s.created_at AS "createdAt", s.started_at AS "startedAt", s.ended_at AS "endedAt"`;

export const STEP_DETAIL_COLUMNS = `${STEP_COLUMNS}, s.input_sealed AS "inputSealed", s.output_sealed AS "outputSealed",
  s.error_sealed AS "errorSealed"`;

/** Sealed parts of a row: with the part's name and the row's id, so that no part opens in the place of another. */
export type SealedPart = 'input' | 'output' | 'error';

export const runPart = (id: string, part: SealedPart): string => `workflow_run ${part} ${id}`;
export const stepPart = (id: string, part: SealedPart): string => `workflow_step ${part} ${id}`;

export interface SealedParts {
  readonly inputSealed: string | null;
  readonly outputSealed: string | null;
  readonly errorSealed: string | null;
}
