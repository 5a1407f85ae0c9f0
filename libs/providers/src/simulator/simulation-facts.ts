/** Facts of the world for a simulated answer; nothing in it comes from a clock or from chance here. */
export interface SimulationFacts {
  /** The completion's id. */
  readonly id: string;
  /** Seconds since the epoch. */
  readonly created: number;
}

/** The id of a simulated tool call, unique to the answer; without the completion's prefix it is as short as others. */
export function nameToolCall(facts: SimulationFacts, choice: number, index: number): string {
  return `call_${facts.id.replace('chatcmpl-', '')}_${choice}_${index}`;
}
