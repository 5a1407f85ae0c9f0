import { Readable } from 'node:stream';
import { beginForm, ClientGone, type ReceivedForm } from '@multilane/http';
import { Documents, type KnowledgeCaller, type ListAnswer, readUpload } from '@multilane/knowledge-bases';
import { Controller, Delete, Get, Inject, Param, Post, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiProduces, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePermission } from '../../access/access.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { Lists } from '../../openapi/resource-routes.decorator.js';
import { WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { ListDocumentsQuery } from './dto/knowledge.dto.js';
import { DeletedView, DocumentView } from './dto/knowledge.view.js';
import { FromKnowledgeCaller } from './from-knowledge-caller.decorator.js';

const READ = 'gateway.knowledge.read';
const MANAGE = 'gateway.knowledge.manage';
const HERE = { in: 'knowledge' } as const;
const MIB = 1024 * 1024;

const FORM = {
  type: 'object',
  required: ['file'],
  properties: {
    file: { type: 'string', format: 'binary', description: 'The document.' },
    source_id: { type: 'string', maxLength: 2048, description: 'What you call its source.' },
    metadata: { type: 'string', description: 'A JSON object: results show it, and filters read it.' },
  },
} as const;

/** Documents of knowledge bases (docs/contract/knowledge.md#documents). */
@Controller('w/kb/:id/documents')
export class DocumentsController {
  constructor(
    @Inject(Documents) private readonly documents: Documents,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  /** A small document may be ready in the answer; others are processed after it. The one that has the same bytes is answered with 200. */
  @Post()
  @RequirePermission(MANAGE, HERE)
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: FORM as never })
  @ApiResponse({ status: 200, description: 'The document that has these bytes already.', type: DocumentView })
  @Answers(DocumentView, { status: 201, description: 'The new document.' })
  async upload(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() _query: WorkspaceQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DocumentView> {
    await this.documents.checkPlace(caller, id);
    const form = await this.readForm(request);
    try {
      const { document, isNew } = await this.documents.upload(caller, id, await readUpload(form));
      reply.status(isNew ? 201 : 200);
      return document;
    } catch (error) {
      if (error instanceof ClientGone) request.raw.destroy();
      throw error;
    } finally {
      await form.discard();
    }
  }

  @Lists(DocumentView)
  @RequirePermission(READ, HERE)
  list(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() { cursor, limit, source_id: sourceId, status }: ListDocumentsQuery,
  ): Promise<ListAnswer<DocumentView>> {
    return this.documents.list(caller, id, {
      cursor,
      limit,
      filters: { ...(sourceId && { sourceId }), ...(status && { status }) },
    });
  }

  @Get(':document_id')
  @RequirePermission(READ, HERE)
  @Answers(DocumentView)
  find(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Param('document_id') documentId: string,
    @Query() _query: WorkspaceQuery,
  ): Promise<DocumentView> {
    return this.documents.find(caller, id, documentId);
  }

  @Delete(':document_id')
  @RequirePermission(MANAGE, HERE)
  @Answers(DeletedView, { description: 'What was deleted.' })
  remove(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Param('document_id') documentId: string,
    @Query() _query: WorkspaceQuery,
  ): Promise<DeletedView> {
    return this.documents.remove(caller, id, documentId);
  }

  /** The file as it was uploaded. */
  @Get(':document_id/content')
  @RequirePermission(READ, HERE)
  @ApiProduces('application/octet-stream')
  @ApiResponse({ status: 200, description: 'Its bytes.', schema: { type: 'string', format: 'binary' } })
  async download(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Param('document_id') documentId: string,
    @Query() _query: WorkspaceQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { body, headers } = await this.documents.download(caller, id, documentId);
    reply.headers(headers);
    return new StreamableFile(Readable.from(body));
  }

  /** Processes a document again from its file. */
  @Post(':document_id/retry')
  @RequirePermission(MANAGE, HERE)
  @Answers(DocumentView, { description: 'The document, `processing`.' })
  retry(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Param('document_id') documentId: string,
    @Query() _query: WorkspaceQuery,
  ): Promise<DocumentView> {
    return this.documents.retry(caller, id, documentId);
  }

  /** Ends the processing of a document. To process it after all, retry it. */
  @Post(':document_id/cancel')
  @RequirePermission(MANAGE, HERE)
  @Answers(DocumentView, { description: 'The document, `failed` with the code `cancelled`.' })
  cancel(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Param('document_id') documentId: string,
    @Query() _query: WorkspaceQuery,
  ): Promise<DocumentView> {
    return this.documents.cancel(caller, id, documentId);
  }

  /** The form may be a little larger than the file in it. */
  private async readForm({ raw }: FastifyRequest): Promise<ReceivedForm> {
    const { knowledge, server } = this.services.config;
    const limitBytes = Math.min(server.upload_limit_mb, knowledge.files.max_mb + 1) * MIB;
    try {
      return await beginForm(raw, { limitBytes });
    } catch (error) {
      if (error instanceof ClientGone) raw.destroy();
      throw error;
    }
  }
}
