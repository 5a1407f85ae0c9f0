import { Module } from '@nestjs/common';
import { AnnotationsService } from './annotations.service.js';
import { AuditController } from './audit.controller.js';
import { AuditService } from './audit.service.js';
import { AuditRetentionTask } from './audit-retention-task.js';
import { OwnRequestsController } from './own-requests.controller.js';
import { OwnRequestsService } from './own-requests.service.js';
import { RequestTreeService } from './request-tree.service.js';
import { StoredImagesTask } from './stored-images-task.js';

@Module({
  controllers: [AuditController, OwnRequestsController],
  providers: [
    AnnotationsService,
    AuditService,
    AuditRetentionTask,
    OwnRequestsService,
    RequestTreeService,
    StoredImagesTask,
  ],
})
export class AuditModule {}
