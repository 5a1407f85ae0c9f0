import {
  CHAT_IMAGE_TYPES,
  CHAT_ROLES,
  type ChatImageType,
  type ChatMessageRecord,
  type ChatRole,
  type ChatSessionRecord,
} from '@multilane/persistence';
import { ObjectListField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { ChatToolCallDto, ChatToolDto } from './write-chat.dto.js';

/** A conversation as the API shows it. */
export class ChatSessionView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['chat.session'], { description: 'Always `chat.session`.' })
  object!: 'chat.session';

  @IdField({ description: 'The workspace that it belongs to.' })
  workspace_id!: string;

  @IdField({ description: 'The person whose conversation it is, and who alone can change it.' })
  user_id!: string;

  @TextField({ description: 'The name of that person.' })
  user_name!: string;

  @TextField({ nullable: true, description: 'Shown in lists. Null until there is a message to take it from.' })
  title!: string | null;

  @FlagField({ description: 'Whether everybody in the workspace can read the conversation.' })
  shared!: boolean;

  @IdField({ nullable: true, description: 'The last message of the branch that is shown. Null without messages.' })
  leaf_id!: string | null;

  @CountField({ description: 'Number of messages in all branches.' })
  message_count!: number;

  @ObjectListField(() => ChatToolDto, {
    optional: true,
    description: 'Tools that the conversation offers to its models. Lists of conversations leave them out.',
  })
  tools?: ChatToolDto[];

  @TimeField({ description: 'When the conversation was created.' })
  created_at!: string;

  @TimeField({ description: 'When a message was added last, or the title or sharing changed.' })
  updated_at!: string;

  static of(session: ChatSessionRecord): ChatSessionView {
    const { createdAt, id, isShared, leafId, messageCount, title, tools, updatedAt, userId, userName, workspaceId } =
      session;
    return {
      id,
      object: 'chat.session',
      workspace_id: workspaceId,
      user_id: userId,
      user_name: userName,
      title,
      shared: isShared,
      leaf_id: leafId,
      message_count: messageCount,
      ...(tools !== undefined && { tools: [...tools] as ChatToolDto[] }),
      created_at: createdAt.toISOString(),
      updated_at: updatedAt.toISOString(),
    };
  }
}

/** An image of a message. */
class ChatImageView {
  @IdField({ description: 'Unique identifier. `GET /w/chat/sessions/{id}/images/{image_id}` has its bytes.' })
  id!: string;

  @ChoiceField(CHAT_IMAGE_TYPES, { description: 'Its media type.' })
  media_type!: ChatImageType;

  @CountField({ description: 'Its size in bytes.' })
  bytes!: number;
}

/** A message of a conversation as the API shows it. */
export class ChatMessageView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['chat.message'], { description: 'Always `chat.message`.' })
  object!: 'chat.message';

  @IdField({ nullable: true, description: 'The message before it. Null for one that begins the conversation.' })
  parent_id!: string | null;

  @ChoiceField(CHAT_ROLES, { description: 'Who said it.' })
  role!: ChatRole;

  @TextField({ description: 'What was said.' })
  content!: string;

  @TextField({ nullable: true, description: 'The model that said it.' })
  model!: string | null;

  @TextField({ nullable: true, description: 'Why the answer ended.' })
  finish_reason!: string | null;

  @TextField({ nullable: true, description: 'The request to the gateway that the message came from.' })
  request_id!: string | null;

  @ObjectListField(() => ChatImageView, { description: 'Its images.' })
  images!: ChatImageView[];

  @ObjectListField(() => ChatToolCallDto, { description: 'Its calls of tools.' })
  tool_calls!: ChatToolCallDto[];

  @TextField({ nullable: true, description: 'Of a message of role `tool`: the call that it answers.' })
  tool_call_id!: string | null;

  @TimeField({ description: 'When the message was added.' })
  created_at!: string;

  static of(message: ChatMessageRecord): ChatMessageView {
    const { content, createdAt, finishReason, id, images, model, parentId, requestId, role, toolCallId, toolCalls } =
      message;
    return {
      id,
      object: 'chat.message',
      parent_id: parentId,
      role,
      content,
      model,
      finish_reason: finishReason,
      request_id: requestId,
      images: images.map((image) => ({ id: image.id, media_type: image.type, bytes: image.bytes })),
      tool_calls: [...toolCalls],
      tool_call_id: toolCallId,
      created_at: createdAt.toISOString(),
    };
  }
}

/** The messages that a request added. */
export class AddedMessagesView {
  @ChoiceField(['list'], { description: 'Always `list`.' })
  object!: 'list';

  @ObjectListField(() => ChatMessageView, { description: 'The new messages, in the order of the request.' })
  data!: ChatMessageView[];
}
