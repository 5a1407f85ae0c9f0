import { CHAT_IMAGE_TYPES } from '@multilane/persistence';
import { Body, Controller, Get, Inject, Param, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiProduces, ApiResponse } from '@nestjs/swagger';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { ListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers, AnswersList } from '../../openapi/answers.decorator.js';
import { Creates, Finds, Lists, Removes, Updates } from '../../openapi/resource-routes.decorator.js';
import { ChatsService } from './chats.service.js';
import { AddedMessagesView, ChatMessageView, ChatSessionView } from './dto/chat.view.js';
import {
  AppendChatMessagesDto,
  CreateChatSessionDto,
  ListChatSessionsQuery,
  UpdateChatSessionDto,
} from './dto/write-chat.dto.js';

const READ = 'gateway.chats.read';
const MANAGE = 'gateway.chats.manage';
const HERE = { in: 'workspace', person: true } as const;
const ANYWHERE = { in: 'anywhere', person: true } as const;

/** Conversations that people save (docs/contract/control-plane.md#conversations). The data plane knows nothing of them. */
@Controller('w/chat/sessions')
export class ChatsController {
  constructor(@Inject(ChatsService) private readonly chats: ChatsService) {}

  @Creates(ChatSessionView, 'The new conversation.')
  @RequirePermission(MANAGE, HERE)
  async create(
    @FromRequester() requester: Requester,
    @Query() _query: WorkspaceQuery,
    @Body() dto: CreateChatSessionDto,
  ): Promise<ChatSessionView> {
    return ChatSessionView.of(await this.chats.create(requester, dto));
  }

  /** A search reads a bounded number of bytes: a page may have fewer rows than `limit`, and a `next_cursor` all the same. */
  @Lists(ChatSessionView)
  @RequirePermission(READ, HERE)
  async list(
    @FromRequester() requester: Requester,
    @Query() query: ListChatSessionsQuery,
  ): Promise<ListAnswer<ChatSessionView>> {
    return toList(await this.chats.list(requester, query), ChatSessionView.of);
  }

  @Finds(ChatSessionView)
  @RequirePermission(READ, ANYWHERE)
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<ChatSessionView> {
    return ChatSessionView.of(await this.chats.find(requester, id, asked));
  }

  @Updates(ChatSessionView, 'The updated conversation.')
  @RequirePermission(MANAGE, ANYWHERE)
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
    @Body() dto: UpdateChatSessionDto,
  ): Promise<ChatSessionView> {
    return ChatSessionView.of(await this.chats.update(requester, id, dto, asked));
  }

  @Removes()
  @RequirePermission(MANAGE, ANYWHERE)
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<void> {
    await this.chats.remove(requester, id, asked);
  }

  /** All branches, oldest message first, so that a parent comes before its children. */
  @Get(':id/messages')
  @RequirePermission(READ, ANYWHERE)
  @AnswersList(ChatMessageView)
  async listMessages(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: ListQuery,
  ): Promise<ListAnswer<ChatMessageView>> {
    return toList(await this.chats.listMessages(requester, id, query), ChatMessageView.of);
  }

  /** An image of a message, as it was added. */
  @Get(':id/images/:image_id')
  @RequirePermission(READ, ANYWHERE)
  @ApiProduces(...CHAT_IMAGE_TYPES)
  @ApiResponse({ status: 200, description: 'Its bytes.', schema: { type: 'string', format: 'binary' } })
  async findImage(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Param('image_id') imageId: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<StreamableFile> {
    const { data, type } = await this.chats.findImage(requester, id, imageId, asked);
    return new StreamableFile(data, { type, length: data.length });
  }

  /** Adds messages one below the other, and shows the branch of the last one. */
  @Post(':id/messages')
  @RequirePermission(MANAGE, ANYWHERE)
  @Answers(AddedMessagesView, { status: 201, description: 'The new messages.' })
  async append(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
    @Body() dto: AppendChatMessagesDto,
  ): Promise<AddedMessagesView> {
    const added = await this.chats.append(requester, id, dto, asked);
    return { object: 'list', data: added.map(ChatMessageView.of) };
  }
}
