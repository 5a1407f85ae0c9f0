import type { KnowledgeCaller } from '@multilane/knowledge-bases';
import { Body, Controller, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { RequirePermission } from '../../access/access.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { AddressesService } from './addresses.service.js';
import { IngestedPagesView, IngestedView, IngestUrlDto } from './dto/ingest.dto.js';
import { DocumentView } from './dto/knowledge.view.js';
import { FromKnowledgeCaller } from './from-knowledge-caller.decorator.js';

const MANAGE = 'gateway.knowledge.manage';
const HERE = { in: 'knowledge' } as const;

/** Documents behind addresses (docs/contract/knowledge.md#addresses). */
@Controller('w')
export class AddressesController {
  constructor(@Inject(AddressesService) private readonly addresses: AddressesService) {}

  /** Fetches an address, and waits up to a minute until its document is ready. */
  @Post('ingest/url')
  @RequirePermission(MANAGE, { ...HERE, person: true })
  @ApiExtraModels(DocumentView, IngestedPagesView)
  @ApiResponse({
    status: 202,
    description: 'The document, still `processing`; with `pages`, the documents of the pages.',
    schema: { oneOf: [{ $ref: getSchemaPath(DocumentView) }, { $ref: getSchemaPath(IngestedPagesView) }] },
  })
  @Answers(IngestedView, { status: 201, description: 'What was ingested.' })
  async ingest(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Query() _query: WorkspaceQuery,
    @Body() dto: IngestUrlDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<IngestedView | IngestedPagesView | DocumentView> {
    const { body, status } = await this.addresses.ingest(caller, dto);
    reply.status(status);
    return body;
  }

  /** Fetches the address of a document again. It is processed after the answer. */
  @Post('kb/:id/documents/:document_id/refresh')
  @HttpCode(202)
  @RequirePermission(MANAGE, HERE)
  @Answers(DocumentView, { status: 202, description: 'The document as it is now.' })
  refresh(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Param('document_id') documentId: string,
    @Query() _query: WorkspaceQuery,
  ): Promise<DocumentView> {
    return this.addresses.refresh(caller, id, documentId);
  }
}
