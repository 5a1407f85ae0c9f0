import {
  CHAT_ORDERS,
  CHAT_OWNERS,
  CHAT_ROLES,
  type ChatOrder,
  type ChatOwners,
  type ChatRole,
} from '@multilane/persistence';
import { ObjectListField } from '../../../fields/list-fields.js';
import { ChoiceField, FlagField, IdField, TextField } from '../../../fields/scalar-fields.js';
import { ListQuery } from '../../../lists/list-query.dto.js';

const TITLE = 'Shown in lists. Left out: the first line of the first message of role `user`.';
const SHARED = 'Whether everybody in the workspace can read the conversation. Default: false.';

/** Characters of a message at most: a body of 1 MB holds one in any script. */
const LONGEST_CONTENT = 200_000;

/** Messages in a request at most. */
const MOST_MESSAGES = 50;

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

export class CreateChatSessionDto {
  @TextField({ optional: true, description: TITLE, example: 'Release notes' })
  title?: string;

  @FlagField({ optional: true, description: SHARED })
  shared?: boolean;
}

/** Fields that are left out keep their value. */
export class UpdateChatSessionDto {
  @TextField({ optional: true, description: 'Shown in lists.' })
  title?: string;

  @FlagField({ optional: true, description: 'Whether everybody in the workspace can read the conversation.' })
  shared?: boolean;

  @IdField({ optional: true, description: 'The last message of the branch that is shown from now on.' })
  leaf_id?: string;
}

class NewChatMessageDto {
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
