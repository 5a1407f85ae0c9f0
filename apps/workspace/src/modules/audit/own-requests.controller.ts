import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { Lists } from '../../openapi/resource-routes.decorator.js';
import { AuditQuery } from './dto/audit.query.js';
import { AuditRecordView } from './dto/audit-record.view.js';
import { OwnRequestsService } from './own-requests.service.js';

/** A person's own requests, for those who may not see the others' (docs/contract/audit.md#own-requests). Read-only. */
@Controller('w/own-requests')
export class OwnRequestsController {
  constructor(@Inject(OwnRequestsService) private readonly requests: OwnRequestsService) {}

  @Lists(AuditRecordView)
  @RequirePermission('workspace.read', { in: 'workspace', person: true })
  async list(@FromRequester() requester: Requester, @Query() query: AuditQuery): Promise<ListAnswer<AuditRecordView>> {
    return toList(await this.requests.list(requester, query), AuditRecordView.of);
  }

  @Get(':id')
  @RequirePermission('workspace.read', { in: 'anywhere', person: true })
  @Answers(AuditRecordView)
  async find(@FromRequester() requester: Requester, @Param('id') id: string): Promise<AuditRecordView> {
    return AuditRecordView.of(await this.requests.find(requester, id));
  }
}
