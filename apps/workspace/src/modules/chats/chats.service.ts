import { GatewayError } from '@multilane/errors';
import {
  CHAT_BOUNDS,
  ChatBoundReached,
  type ChatImageContent,
  type ChatMessageRecord,
  type ChatSessionRecord,
  type Database,
  type Page,
} from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { findAccessible } from '../../access/find-accessible.js';
import type { Requester } from '../../access/requester.js';
import { rejectVersion } from '../../http/versions.js';
import type { ListQuery } from '../../lists/list-query.dto.js';
import { DATABASE } from '../../services/workspace-services.js';
import type {
  AppendChatMessagesDto,
  CreateChatSessionDto,
  ListChatSessionsQuery,
  UpdateChatSessionDto,
} from './dto/write-chat.dto.js';
import { checkTools, toNewMessages } from './to-new-messages.js';

const READ = 'gateway.chats.read';
const MANAGE = 'gateway.chats.manage';

/** Saved conversations (docs/contract/control-plane.md#conversations). */
@Injectable()
export class ChatsService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async create(
    requester: Requester,
    { shared = false, title, tools }: CreateChatSessionDto,
  ): Promise<ChatSessionRecord> {
    checkTools(tools);
    const { organizationId, userId, workspaceId } = requester;
    const values = { title: title ?? null, isShared: shared, tools };
    return withinBounds(this.database.chatSessions.create({ organizationId, workspaceId, userId }, values));
  }

  list(requester: Requester, query: ListChatSessionsQuery): Promise<Page<ChatSessionRecord>> {
    const { organizationId, userId, workspaceId } = requester;
    const { cursor, limit, order, owner, q } = query;
    const page = { limit, cursor, order, owners: owner, search: q };
    return this.database.chatSessions.listPage({ organizationId, workspaceId, userId }, page);
  }

  /** One's own, or one that is shared in a workspace that the requester reaches. */
  async find(requester: Requester, id: string, asked?: string, toDo: typeof READ | typeof MANAGE = READ) {
    const session = await findAccessible(requester, { toSee: READ, toDo, asked }, async (organizationId) => {
      const found = await this.database.chatSessions.find(organizationId, id);
      return found && (found.userId === requester.userId || found.isShared) ? found : undefined;
    });
    if (session === undefined) throw new GatewayError('not_found', { message: 'The conversation does not exist.' });
    return session;
  }

  async update(requester: Requester, id: string, dto: UpdateChatSessionDto, asked?: string) {
    const own = await this.findOwn(requester, id, asked);
    const { leaf_id: leafId, shared: isShared, title, tools } = dto;
    checkTools(tools);
    requester.condition?.demand(own.updatedAt);
    const changed = await this.database.chatSessions.update(
      own,
      { title, isShared, leafId, tools },
      seenBy(requester, own),
    );
    if (changed === undefined) throw rejectVersion();
    return changed;
  }

  async remove(requester: Requester, id: string, asked?: string): Promise<void> {
    const own = await this.findOwn(requester, id, asked);
    requester.condition?.demand(own.updatedAt);
    if (!(await this.database.chatSessions.remove(own, seenBy(requester, own)))) throw rejectVersion();
  }

  async listMessages(
    requester: Requester,
    id: string,
    { cursor, limit, workspace_id: asked }: ListQuery,
  ): Promise<Page<ChatMessageRecord>> {
    const session = await this.find(requester, id, asked);
    return this.database.chatMessages.listPage(session.id, { cursor, limit });
  }

  /** The bytes of an image of a conversation that the requester reads. */
  async findImage(requester: Requester, id: string, imageId: string, asked?: string): Promise<ChatImageContent> {
    const session = await this.find(requester, id, asked);
    const image = await this.database.chatImages.find(session.id, imageId);
    if (image === undefined) throw new GatewayError('not_found', { message: 'The image does not exist.' });
    return image;
  }

  async append(
    requester: Requester,
    id: string,
    { messages, parent_id: parentId }: AppendChatMessagesDto,
    asked?: string,
  ): Promise<readonly ChatMessageRecord[]> {
    const own = await this.findOwn(requester, id, asked);
    return withinBounds(this.database.chatMessages.append(own, parentId, toNewMessages(messages)));
  }

  /** Finds a conversation of the requester. Fails with 403 for a shared conversation of somebody else. */
  private async findOwn(requester: Requester, id: string, asked: string | undefined): Promise<ChatSessionRecord> {
    const session = await this.find(requester, id, asked, MANAGE);
    if (session.userId === requester.userId) return session;
    throw new GatewayError('permission_denied', { message: 'Only the person whose conversation it is can change it.' });
  }
}

/** Time of the change that the requester has seen, and of which alone it wants to change the outcome; undefined: whichever it is. */
function seenBy({ condition }: Requester, { updatedAt }: ChatSessionRecord): Date | undefined {
  return condition && updatedAt;
}

const ADVICE: Readonly<Record<keyof typeof CHAT_BOUNDS, string>> = {
  sessions: `You have ${CHAT_BOUNDS.sessions} conversations in this workspace. Delete some first.`,
  messages: `The conversation would have more than ${CHAT_BOUNDS.messages} messages. Begin a new one.`,
  bytes: `The texts of the conversation would have more than ${CHAT_BOUNDS.bytes} bytes. Begin a new one.`,
  images: `The images of the conversation would have more than ${CHAT_BOUNDS.images} bytes. Begin a new one.`,
};

async function withinBounds<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ChatBoundReached) throw new GatewayError('conflict', { message: ADVICE[error.bound] });
    throw error;
  }
}
