/** Parameters in the address of a conversation. */
export interface ConversationSearch {
  /** The model that is asked. */
  readonly model?: string;
  /** The end of the branch that a reader looks at; its person's choice is saved with the conversation. */
  readonly leaf?: string;
  /** The first message was just saved: it is answered at once. */
  readonly ask?: string;
}
