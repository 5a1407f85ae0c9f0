import { Module } from '@nestjs/common';
import { GuardedNetworkService } from '../providers/guarded-network.service.js';
import {
  CachePoliciesController,
  GuardrailsController,
  PiiPoliciesController,
  RoutingConfigsController,
} from './policies.controllers.js';
import { PoliciesService } from './policies.service.js';

@Module({
  controllers: [GuardrailsController, PiiPoliciesController, CachePoliciesController, RoutingConfigsController],
  providers: [PoliciesService, GuardedNetworkService],
})
export class PoliciesModule {}
