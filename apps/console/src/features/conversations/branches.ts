/** Place of a message in the tree. Messages are listed oldest first. */
export interface Node {
  readonly id: string;
  readonly parent_id: string | null;
}

/** The messages from the beginning of the conversation to a leaf; none for a leaf that is unknown. */
export function branchOf<Message extends Node>(messages: readonly Message[], leafId: string | null): Message[] {
  const known = new Map(messages.map((message) => [message.id, message]));
  const branch: Message[] = [];
  let message = leafId === null ? undefined : known.get(leafId);
  while (message !== undefined) {
    branch.push(message);
    message = message.parent_id === null ? undefined : known.get(message.parent_id);
  }
  return branch.reverse();
}

/** The messages with the same parent, oldest first: each begins a branch. */
export function siblingsOf<Message extends Node>(messages: readonly Message[], { parent_id }: Node): Message[] {
  return messages.filter((message) => message.parent_id === parent_id);
}

/** The end of the branch below a message in which something was said last. */
export function leafBelow(messages: readonly Node[], id: string): string {
  // Parents come before their children: whoever comes last below the message is a leaf.
  const below = new Set([id]);
  let leaf = id;
  for (const message of messages) {
    if (message.parent_id === null || !below.has(message.parent_id)) continue;
    below.add(message.id);
    leaf = message.id;
  }
  return leaf;
}
