import {
  CHAT_ORDERS,
  CHAT_OWNERS,
  CHAT_ROLES,
  type ChatOrder,
  type ChatOwners,
  type ChatRole,
} from '@multilane/persistence';
import { FreeObjectField, ObjectListField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, FlagField, IdField, TextField } from '../../../fields/scalar-fields.js';
import { ListQuery } from '../../../lists/list-query.dto.js';

const TITLE = 'Shown in lists. Left out: the first line of the first message of role `user`.';
const SHARED = 'Whether everybody in the workspace can read the conversation. Default: false.';

/** Characters of a message at most: a body of 1 MB holds one in any script. */
const LONGEST_CONTENT = 200_000;

/** Messages in a request at most. */
const MOST_MESSAGES = 50;

const MOST_IMAGES = 4;
/** Characters of an image in base64: half a megabyte of bytes, so that a body of 1 MB holds one. */
const LONGEST_IMAGE = 700_000;
const IMAGE = {
  pattern: /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/,
  name: 'a data URL of an image',
};

const MOST_TOOLS = 32;
const MOST_CALLS = 32;
const TOOLS = 'Tools that the conversation offers to its models, 64 KiB of JSON in all.';

export class ListChatSessionsQuery extends ListQuery {
  @TextField({
    optional: true,
    description:
      'Only conversations with this text in the title or in a message of any branch, in upper or lower case.',
  })
  q?: string;

  @ChoiceField(CHAT_ORDERS, {
    optional: true,
    description: 'Order of the list. Default: `-updated_at`, last changed first.',
  })
  order?: ChatOrder;

  @ChoiceField(CHAT_OWNERS, {
    optional: true,
    description: '`own`: your conversations. `others`: what others share in the workspace. Default: `all`.',
  })
  owner?: ChatOwners;
}

/** A tool that a model may call. The caller answers the call. */
export class ChatToolDto {
  @TextField({
    max: 64,
    form: { pattern: /^[a-zA-Z0-9_-]+$/, name: 'letters, digits, hyphens and underscores' },
    description: 'Name of the function.',
    example: 'find_order',
  })
  name!: string;

  @TextField({ optional: true, max: 4_000, multiline: true, description: 'What the function does, for the model.' })
  description?: string;

  @FreeObjectField({ optional: true, description: 'Its parameters, as a JSON Schema.' })
  parameters?: object;
}

/** A call of a tool in an answer. */
export class ChatToolCallDto {
  @TextField({ max: 128, description: 'Identifies the call among those of the message.', example: 'call_1' })
  id!: string;

  @TextField({ max: 128, description: 'Name of the function.', example: 'find_order' })
  name!: string;

  @TextField({
    min: 0,
    max: 50_000,
    multiline: true,
    description: 'The arguments as the model wrote them, which is JSON as a rule.',
    example: '{"id":"A-1"}',
  })
  arguments!: string;
}

export class CreateChatSessionDto {
  @TextField({ optional: true, description: TITLE, example: 'Release notes' })
  title?: string;

  @FlagField({ optional: true, description: SHARED })
  shared?: boolean;

  @ObjectListField(() => ChatToolDto, { optional: true, maxItems: MOST_TOOLS, description: TOOLS })
  tools?: ChatToolDto[];
}

/** Fields that are left out keep their value. */
export class UpdateChatSessionDto {
  @TextField({ optional: true, description: 'Shown in lists.' })
  title?: string;

  @FlagField({ optional: true, description: 'Whether everybody in the workspace can read the conversation.' })
  shared?: boolean;

  @IdField({ optional: true, description: 'The last message of the branch that is shown from now on.' })
  leaf_id?: string;

  @ObjectListField(() => ChatToolDto, { optional: true, maxItems: MOST_TOOLS, description: TOOLS })
  tools?: ChatToolDto[];
}

export class NewChatMessageDto {
  @ChoiceField(CHAT_ROLES, { description: 'Who said it.' })
  role!: ChatRole;

  @TextField({ min: 0, max: LONGEST_CONTENT, multiline: true, description: 'What was said.', example: 'Hello' })
  content!: string;

  @TextField({ optional: true, max: 512, description: 'The model that said it.' })
  model?: string;

  @TextField({ optional: true, max: 64, description: 'Why the answer ended.', example: 'stop' })
  finish_reason?: string;

  @TextField({ optional: true, max: 128, description: 'The request to the gateway that the message came from.' })
  request_id?: string;

  @TextListField({
    optional: true,
    maxItems: MOST_IMAGES,
    items: { max: LONGEST_IMAGE, form: IMAGE },
    description: 'Of a message of role `user`: its images as data URLs of PNG, JPEG, WebP or GIF.',
  })
  images?: string[];

  @ObjectListField(() => ChatToolCallDto, {
    optional: true,
    maxItems: MOST_CALLS,
    description: 'Of a message of role `assistant`: its calls of tools.',
  })
  tool_calls?: ChatToolCallDto[];

  @TextField({ optional: true, max: 128, description: 'Of a message of role `tool`: the call that it answers.' })
  tool_call_id?: string;
}

export class AppendChatMessagesDto {
  @IdField({
    optional: true,
    nullable: true,
    description:
      'The message before the first of these. A parent that has a child already begins a branch. Left out: `leaf_id` of the conversation. Null: none, they begin the conversation again.',
  })
  parent_id?: string | null;

  @ObjectListField(() => NewChatMessageDto, {
    maxItems: MOST_MESSAGES,
    description: 'One or more messages, each the answer to the one before it.',
  })
  messages!: NewChatMessageDto[];
}
