import { Controller, Get, Inject, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { ExplainQuery } from './dto/explain.query.js';
import { ExplanationView } from './dto/explanation.view.js';
import { ExplainService } from './explain.service.js';

@Controller('admin/explain')
export class ExplainController {
  constructor(@Inject(ExplainService) private readonly explain: ExplainService) {}

  /** Explains the routing of a request, the policies that applied to it, and its cost. */
  @Get()
  @RequirePermission('gateway.audit.read', { in: 'anywhere' })
  @Answers(ExplanationView)
  async find(@FromRequester() requester: Requester, @Query() query: ExplainQuery): Promise<ExplanationView> {
    return ExplanationView.of(await this.explain.find(requester, query));
  }
}
