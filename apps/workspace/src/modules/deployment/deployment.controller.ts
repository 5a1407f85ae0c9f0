import { GatewayError } from '@multilane/errors';
import { countJobs } from '@multilane/jobs';
import type { Database } from '@multilane/persistence';
import { Controller, Get, Inject } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { DATABASE } from '../../services/workspace-services.js';
import { DeploymentView } from './deployment.view.js';

/** State of the deployment, for its operators (docs/contract/operations.md#deployment). */
@Controller('admin/deployment')
export class DeploymentController {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Owners of another organization than that of gateway.yaml are tenants, and do not operate the service: 403. */
  @Get()
  @RequirePermission('org.deployment.read')
  @Answers(DeploymentView)
  async find(@FromRequester() { organizationId }: Requester): Promise<DeploymentView> {
    const { organizations, replicas, sql, webhookDeliveries } = this.database;
    if ((await organizations.find(organizationId))?.source !== 'config') {
      throw new GatewayError('permission_denied', {
        message: 'Only owners of the organization that gateway.yaml names see the deployment.',
      });
    }
    const [alive, queues, webhooks] = await Promise.all([
      replicas.listAlive(),
      countJobs(sql),
      webhookDeliveries.countPending(),
    ]);
    return DeploymentView.of(alive, queues, webhooks);
  }
}
