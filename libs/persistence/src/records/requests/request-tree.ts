/** A run of a workflow, as a tree of requests shows it: nothing of what was sent or put out. */
export interface TreeWorkflowRun {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly status: string;
  /** Step of another run that began it. */
  readonly parentStepId: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

export interface TreeWorkflowStep {
  readonly id: string;
  readonly runId: string;
  readonly nodeId: string;
  readonly status: string;
  /** Number of the last attempt. */
  readonly fence: number;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

export interface TreeAgentRun {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly status: string;
  readonly parentId: string | null;
  readonly workflowStepId: string | null;
  /** Number of the last attempt of the run at the root. */
  readonly fence: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

export interface TreeAgentStep {
  readonly runId: string;
  readonly position: number;
  readonly kind: string;
  readonly name: string | null;
  readonly status: string;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

/** Runs and their steps below one run. */
export interface RunTree {
  readonly workflowRuns: readonly TreeWorkflowRun[];
  readonly workflowSteps: readonly TreeWorkflowStep[];
  readonly agentRuns: readonly TreeAgentRun[];
  readonly agentSteps: readonly TreeAgentStep[];
  /** True if there are more than were asked for. */
  readonly hasMore: boolean;
}
