import { Module } from '@nestjs/common';
import { AllowedNetworksService } from '../providers/allowed-networks.service.js';
import {
  BudgetRulesController,
  CachePoliciesController,
  GuardrailsController,
  PiiPoliciesController,
  RoutingConfigsController,
  TagPoliciesController,
} from './policies.controllers.js';
import { PoliciesService } from './policies.service.js';
import { PromptsController } from './prompts/prompts.controller.js';

@Module({
  controllers: [
    GuardrailsController,
    PiiPoliciesController,
    CachePoliciesController,
    BudgetRulesController,
    RoutingConfigsController,
    TagPoliciesController,
    PromptsController,
  ],
  providers: [PoliciesService, AllowedNetworksService],
})
export class PoliciesModule {}
