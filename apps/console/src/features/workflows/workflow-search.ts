/** Parameters in the address of a workflow's page. */
export interface WorkflowSearch {
  readonly tab?: string;
  readonly run?: string;
  readonly status?: string;
}
