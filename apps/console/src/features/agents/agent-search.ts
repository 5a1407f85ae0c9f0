/** Parameters in the address of an agent's page. */
export interface AgentSearch {
  readonly tab?: string;
  readonly run?: string;
  readonly status?: string;
}
