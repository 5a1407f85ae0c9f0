import { Module } from '@nestjs/common';
import { GuardedNetworkService } from '../providers/guarded-network.service.js';
import { CachePoliciesController } from './cache-policies.controller.js';
import { GuardrailsController } from './guardrails.controller.js';
import { PiiPoliciesController } from './pii-policies.controller.js';
import { PoliciesService } from './policies.service.js';
import { RoutingConfigsController } from './routing-configs.controller.js';

@Module({
  controllers: [GuardrailsController, PiiPoliciesController, CachePoliciesController, RoutingConfigsController],
  providers: [PoliciesService, GuardedNetworkService],
})
export class PoliciesModule {}
