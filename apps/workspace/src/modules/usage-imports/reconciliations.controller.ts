import { Body, Controller, Inject, Post } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { ReconcileDto } from './dto/reconciliation.dto.js';
import { ReconciliationView } from './dto/reconciliation.view.js';
import { ReconciliationsService } from './reconciliations.service.js';

/** Bills of providers and what was recorded (docs/contract/usage.md#reconciliation). */
@Controller('admin/usage/reconciliations')
export class ReconciliationsController {
  constructor(@Inject(ReconciliationsService) private readonly reconciliations: ReconciliationsService) {}

  /** Compares a bill with the recorded requests, by day and model. Stores nothing. */
  @Post()
  @RequirePermission('gateway.usage.read', { in: 'anywhere' })
  @Answers(ReconciliationView, { description: 'The comparison.' })
  async reconcile(@FromRequester() requester: Requester, @Body() dto: ReconcileDto): Promise<ReconciliationView> {
    const { found, fromDay, toDay } = await this.reconciliations.reconcile(requester, dto);
    return ReconciliationView.of(found, fromDay, toDay);
  }
}
