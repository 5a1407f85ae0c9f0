/** A conversation that another page hands to the playground. */
export interface OpenedConversation {
  readonly system: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
}

const keyOf = (workspaceId: string): string => `multilane:opened:${workspaceId}`;

/** Keeps a conversation in this tab until the playground takes it. */
export function writeOpened(workspaceId: string, conversation: OpenedConversation): void {
  sessionStorage.setItem(keyOf(workspaceId), JSON.stringify(conversation));
}

/** Takes the conversation that was handed over; undefined if there is none. It is handed over once. */
export function takeOpened(workspaceId: string): OpenedConversation | undefined {
  const text = sessionStorage.getItem(keyOf(workspaceId));
  if (text === null) return undefined;
  sessionStorage.removeItem(keyOf(workspaceId));
  return JSON.parse(text) as OpenedConversation;
}
