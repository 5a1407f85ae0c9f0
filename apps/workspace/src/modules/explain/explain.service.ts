import { GatewayError } from '@multilane/errors';
import type { Database } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { DATABASE } from '../../services/workspace-services.js';
import type { ShownRequest } from '../audit/dto/audit-record.view.js';
import { findScope } from '../usage/find-scope.js';
import type { ExplainQuery } from './dto/explain.query.js';

/** Explains requests from their audit records, as far as a requester may see those. */
@Injectable()
export class ExplainService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** The last request of that id: a caller may send one several times. */
  async find(
    requester: Requester,
    { request_id: requestId, workspace_id: asked }: ExplainQuery,
  ): Promise<ShownRequest> {
    const { auditRecords, requestAnnotations, users, workspaces } = this.database;
    const scope = await findScope(requester, 'gateway.audit.read', workspaces, asked);
    const filters = { ...scope, requestId };
    const { data } = await auditRecords.listPage(requester.organizationId, { limit: 1, filters });
    const [row] = data;
    if (row === undefined) {
      const message = 'The audit log has no request with this id.';
      throw new GatewayError('not_found', { param: 'request_id', message });
    }
    const { organizationId } = requester;
    const person = row.userId === null ? undefined : await users.find(organizationId, row.userId);
    return { row, user: person?.name ?? null, annotation: await requestAnnotations.find(organizationId, row.id) };
  }
}
