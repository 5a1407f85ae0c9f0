/** What the address of a workflow's page says. */
export interface WorkflowSearch {
  readonly tab?: string;
  readonly run?: string;
  readonly status?: string;
}
