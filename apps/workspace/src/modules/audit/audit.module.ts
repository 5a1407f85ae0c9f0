import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditService } from './audit.service.js';
import { AuditRetentionTask } from './audit-retention-task.js';
import { StoredImagesTask } from './stored-images-task.js';

@Module({ controllers: [AuditController], providers: [AuditService, AuditRetentionTask, StoredImagesTask] })
export class AuditModule {}
