import { Readable } from 'node:stream';
import { Controller, Get, Inject, Param, Query, StreamableFile } from '@nestjs/common';
import { ApiProduces, ApiResponse } from '@nestjs/swagger';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Answers, AnswersList } from '../../openapi/answers.decorator.js';
import { AuditService } from './audit.service.js';
import { AuditExportQuery, AuditQuery } from './dto/audit.query.js';
import { AuditPayloadView } from './dto/audit-payload.view.js';
import { AuditRecordView } from './dto/audit-record.view.js';

const TYPES = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' } as const;

/** The requests that models were asked (docs/contract/audit.md#records; docs/contract/audit.md#queries). Read-only. */
@Controller('admin/audit')
export class AuditController {
  constructor(@Inject(AuditService) private readonly audit: AuditService) {}

  @Get()
  @RequirePermission('gateway.audit.read', { in: 'anywhere' })
  @AnswersList(AuditRecordView)
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

  @Get(':id')
  @RequirePermission('gateway.audit.read', { in: 'anywhere' })
  @Answers(AuditRecordView)
  async find(@FromRequester() requester: Requester, @Param('id') id: string): Promise<AuditRecordView> {
    return AuditRecordView.of(await this.audit.find(requester, id));
  }
}
