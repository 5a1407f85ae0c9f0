/** The orders of a list of conversations: by the last change or by the time of creation, and with a hyphen the latest first. */
export const CHAT_ORDERS = ['-updated_at', '-created_at', 'created_at'] as const;

export type ChatOrder = (typeof CHAT_ORDERS)[number];

/** Conversations of a workspace in a list: the person's own, those that others share there, or both. */
export const CHAT_OWNERS = ['own', 'others', 'all'] as const;

export type ChatOwners = (typeof CHAT_OWNERS)[number];

export const CHAT_ROLES = ['system', 'user', 'assistant', 'tool'] as const;

export type ChatRole = (typeof CHAT_ROLES)[number];

/** Limits of a conversation, and of a person in a workspace (docs/contract/control-plane.md#conversations). */
export const CHAT_BOUNDS = {
  /** Conversations of a person in a workspace. */
  sessions: 1_000,
  /** Messages of a conversation, in all its branches. */
  messages: 1_000,
  /** Bytes of all texts of a conversation in UTF-8, with its calls of tools. */
  bytes: 2 * 1024 * 1024,
  /** Bytes of all images of a conversation. */
  images: 16 * 1024 * 1024,
} as const;

/** The images that a message may have. */
export const CHAT_IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

export type ChatImageType = (typeof CHAT_IMAGE_TYPES)[number];

export interface ChatImageContent {
  readonly type: ChatImageType;
  readonly data: Uint8Array;
}

/** An image of a message, without its bytes. */
export interface ChatImageRecord {
  readonly id: string;
  readonly type: ChatImageType;
  readonly bytes: number;
}

/** A tool that a conversation offers to its models. */
export interface ChatToolRecord {
  readonly name: string;
  readonly description?: string | undefined;
  /** A JSON Schema. */
  readonly parameters?: object | undefined;
}

/** A call of a tool in an answer; `arguments` is what the model wrote, which need not be JSON. */
export interface ChatToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A saved conversation. Title, texts, tools and images are sealed in the database. */
export interface ChatSessionRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** The person whose conversation it is. */
  readonly userId: string;
  readonly userName: string;
  /** Null until there is a first message to take it from. */
  readonly title: string | null;
  /** Everybody in the workspace reads it. */
  readonly isShared: boolean;
  /** The last message of the branch that is shown; null without messages. */
  readonly leafId: string | null;
  readonly messageCount: number;
  /** Size of all texts. */
  readonly bytes: number;
  /** Undefined in lists, which do not open them. */
  readonly tools?: readonly ChatToolRecord[] | undefined;
  readonly createdAt: Date;
  /** Time of the last message, title or sharing; choosing a branch does not count. */
  readonly updatedAt: Date;
}

/** Text of a message, and its author. */
export interface ChatMessageText {
  readonly role: ChatRole;
  readonly content: string;
  readonly model: string | null;
  readonly finishReason: string | null;
  /** The request to the gateway that it came from. */
  readonly requestId: string | null;
  readonly toolCalls: readonly ChatToolCall[];
  /** Call that a message of the role `tool` answers. */
  readonly toolCallId: string | null;
}

/** A message that is not stored yet. */
export interface NewChatMessage extends ChatMessageText {
  readonly images: readonly ChatImageContent[];
}

/** A message. Messages with the same parent begin branches; those without one begin the conversation. */
export interface ChatMessageRecord extends ChatMessageText {
  readonly id: string;
  readonly parentId: string | null;
  readonly images: readonly ChatImageRecord[];
  readonly createdAt: Date;
}

/** Page of the conversations that a person sees. */
export interface ChatPageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** `-updated_at` by default. */
  readonly order?: ChatOrder | undefined;
  /** `all` by default. */
  readonly owners?: ChatOwners | undefined;
  /** Only conversations with this text in the title or in a message, in upper or lower case. */
  readonly search?: string | undefined;
}
