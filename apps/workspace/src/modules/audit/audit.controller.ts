import { Readable } from 'node:stream';
import { Body, Controller, Delete, Get, Inject, Param, Put, Query, StreamableFile } from '@nestjs/common';
import { ApiProduces, ApiResponse } from '@nestjs/swagger';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { HonoursVersion, SendsVersion } from '../../http/versions.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Answers, AnswersNothing } from '../../openapi/answers.decorator.js';
import { Lists } from '../../openapi/resource-routes.decorator.js';
import { AnnotationsService } from './annotations.service.js';
import { AuditService } from './audit.service.js';
import { AnnotateRequestDto } from './dto/annotation.dto.js';
import { AnnotationView } from './dto/annotation.view.js';
import { AuditExportQuery, AuditQuery } from './dto/audit.query.js';
import { AuditPayloadView } from './dto/audit-payload.view.js';
import { AuditRecordView } from './dto/audit-record.view.js';
import { RequestTreeView } from './dto/request-tree.view.js';
import { RequestTreeService } from './request-tree.service.js';

const TYPES = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' } as const;

/** The requests that models were asked (docs/contract/audit.md#records; docs/contract/audit.md#queries). Only their annotations can be changed. */
@Controller('admin/audit')
export class AuditController {
  constructor(
    @Inject(AuditService) private readonly audit: AuditService,
    @Inject(AnnotationsService) private readonly annotations: AnnotationsService,
    @Inject(RequestTreeService) private readonly trees: RequestTreeService,
  ) {}

  @Lists(AuditRecordView)
  @RequirePermission('gateway.audit.read', { in: 'anywhere' })
  async list(@FromRequester() requester: Requester, @Query() query: AuditQuery): Promise<ListAnswer<AuditRecordView>> {
    return toList(await this.audit.list(requester, query), AuditRecordView.of);
  }

  /** Everything that the filters let through, as a file. */
  @Get('export')
  @RequirePermission('gateway.audit.read', { in: 'anywhere' })
  @ApiProduces('text/csv', 'application/x-ndjson')
  @ApiResponse({ status: 200, description: 'The records, one per line.', schema: { type: 'string' } })
  async export(
    @FromRequester() requester: Requester,
    @Query() { format, ...query }: AuditExportQuery,
  ): Promise<StreamableFile> {
    const pages = await this.audit.export(requester, query, format);
    return new StreamableFile(Readable.from(pages, { highWaterMark: 1 }), {
      type: TYPES[format],
      disposition: `attachment; filename="audit.${format}"`,
    });
  }

  /** Returns the texts of a request and its answer, if they are recorded. The reader is recorded in the audit trail of changes. */
  @Get(':id/payload')
  @RequirePermission('gateway.payloads.read', { in: 'anywhere' })
  @Answers(AuditPayloadView)
  findPayload(@FromRequester() requester: Requester, @Param('id') id: string): Promise<AuditPayloadView> {
    return this.audit.findPayload(requester, id);
  }

  /** Returns the run, conversation or session that a request belongs to, with the cost of each part (docs/contract/audit.md#trees). */
  @Get(':id/tree')
  @RequirePermission('gateway.audit.read', { in: 'anywhere' })
  @Answers(RequestTreeView)
  async findTree(@FromRequester() requester: Requester, @Param('id') id: string): Promise<RequestTreeView> {
    return RequestTreeView.of(id, await this.trees.find(requester, id));
  }

  /** Returns the mark and the note of a request (docs/contract/audit.md#annotations). */
  @Get(':id/annotation')
  @SendsVersion()
  @RequirePermission('gateway.audit.read', { in: 'anywhere' })
  @Answers(AnnotationView)
  async findAnnotation(@FromRequester() requester: Requester, @Param('id') id: string): Promise<AnnotationView> {
    return AnnotationView.of(await this.annotations.find(requester, id));
  }

  /** Marks a request as good or bad, with a note. Replaces the mark and the note that it had. */
  @Put(':id/annotation')
  @SendsVersion()
  @HonoursVersion()
  @RequirePermission('gateway.annotations.manage', { in: 'anywhere' })
  @Answers(AnnotationView, { description: 'The annotation.' })
  async annotate(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() dto: AnnotateRequestDto,
  ): Promise<AnnotationView> {
    return AnnotationView.of(await this.annotations.write(requester, id, dto));
  }

  @Delete(':id/annotation')
  @HonoursVersion()
  @RequirePermission('gateway.annotations.manage', { in: 'anywhere' })
  @AnswersNothing()
  async removeAnnotation(@FromRequester() requester: Requester, @Param('id') id: string): Promise<void> {
    await this.annotations.remove(requester, id);
  }

  @Get(':id')
  @RequirePermission('gateway.audit.read', { in: 'anywhere' })
  @Answers(AuditRecordView)
  async find(@FromRequester() requester: Requester, @Param('id') id: string): Promise<AuditRecordView> {
    return AuditRecordView.of(await this.audit.find(requester, id));
  }
}
