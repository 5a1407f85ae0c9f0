import type { Database } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { HourlyTask } from '../../services/hourly-task.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';

const A_DAY_MS = 86_400_000;

/** Makes room for the records of the months to come, removes those that are old, and builds the indexes that migrations left out. */
@Injectable()
export class AuditRetentionTask extends HourlyTask {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {
    super(services.tasks, 'audit_retention');
  }

  async run(now: Date): Promise<void> {
    const { config, logger } = this.services;
    await this.database.makeAuditPartitions(now);
    const before = new Date(now.getTime() - config.audit.retention_days * A_DAY_MS);
    const removal = await this.database.removeAuditRecords(before, () => this.isStopped);
    const payloadsBefore = new Date(now.getTime() - config.audit.payload_retention_days * A_DAY_MS);
    const payloads = await this.database.auditPayloads.removeBefore(payloadsBefore, () => this.isStopped);
    if (payloads > 0) logger.info({ payloads, before: payloadsBefore }, 'old payloads were deleted');
    if (removal.rows > 0 || removal.partitions.length > 0)
      logger.info({ ...removal, before }, 'old audit records were deleted');
    const annotations = await this.database.requestAnnotations.removeBefore(before, () => this.isStopped);
    if (annotations > 0) logger.info({ annotations, before }, 'annotations of old requests were deleted');
    const sessions = await this.database.usageDimensions.removeSessionsBefore(before, () => this.isStopped);
    if (sessions > 0) logger.info({ sessions, before }, 'sums of old sessions were deleted');
    const entries = await this.database.exportWork.removeUnseen(before, () => this.isStopped);
    if (entries > 0) logger.warn({ entries, before }, 'records waited for exports, and no worker exports them');
    // Last: over a large table it takes hours.
    const indexes = await this.database.indexAuditPartitions(() => this.isStopped);
    if (indexes > 0) logger.info({ indexes }, 'indexes of audit records were built');
  }
}
