/** A message that another page hands to the bench of guardrails. */
export interface ExampleMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
}

const keyOf = (workspaceId: string): string => `multilane:example:${workspaceId}`;

/** Keeps an example in this tab until a bench takes it. */
export function writeExample(workspaceId: string, messages: readonly ExampleMessage[]): void {
  sessionStorage.setItem(keyOf(workspaceId), JSON.stringify(messages));
}

/** Takes the example that was handed over; empty if there is none. It is handed over once. */
export function takeExample(workspaceId: string): readonly ExampleMessage[] {
  const text = sessionStorage.getItem(keyOf(workspaceId));
  if (text === null) return [];
  sessionStorage.removeItem(keyOf(workspaceId));
  return JSON.parse(text) as ExampleMessage[];
}
