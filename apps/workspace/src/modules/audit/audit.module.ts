import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditService } from './audit.service.js';
import { AuditKeeper } from './audit-keeper.js';

@Module({ controllers: [AuditController], providers: [AuditService, AuditKeeper] })
export class AuditModule {}
