import { Module } from '@nestjs/common';
import { AllowedNetworksService } from '../providers/allowed-networks.service.js';
import {
  CachePoliciesController,
  GuardrailsController,
  PiiPoliciesController,
  RoutingConfigsController,
} from './policies.controllers.js';
import { PoliciesService } from './policies.service.js';

@Module({
  controllers: [GuardrailsController, PiiPoliciesController, CachePoliciesController, RoutingConfigsController],
  providers: [PoliciesService, AllowedNetworksService],
})
export class PoliciesModule {}
