import { GatewayError } from '@multilane/errors';
import type { AuditRow, Database } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { DATABASE } from '../../workspace-services.js';
import { findScope } from '../usage/find-scope.js';
import type { ExplainQuery } from './dto/explain.query.js';

/** Explains requests from their audit records, as far as a requester may see those. */
@Injectable()
export class ExplainService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** The last request of that id: a caller may send one several times. */
  async find(requester: Requester, { request_id: requestId, workspace_id: asked }: ExplainQuery): Promise<AuditRow> {
    const { auditRecords, workspaces } = this.database;
    const scope = await findScope(requester, 'gateway.audit.read', workspaces, asked);
    const filters = { ...scope, requestId };
    const { data } = await auditRecords.listPage(requester.organizationId, { limit: 1, filters });
    if (data[0]) return data[0];
    throw new GatewayError('not_found', { param: 'request_id', message: 'The audit log has no request with this id.' });
  }
}
