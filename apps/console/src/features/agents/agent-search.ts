/** What the address of an agent's page says. */
export interface AgentSearch {
  readonly tab?: string;
  readonly run?: string;
  readonly status?: string;
}
