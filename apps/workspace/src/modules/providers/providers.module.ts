import { Module } from '@nestjs/common';
import { AllowedNetworksService } from './allowed-networks.service.js';
import { ModelCatalogService } from './model-catalog.service.js';
import { ProviderChecksService } from './provider-checks.service.js';
import { ProviderHealthService } from './provider-health.service.js';
import { ProviderKindsController } from './provider-kinds.controller.js';
import { ProvidersController } from './providers.controller.js';
import { ProvidersService } from './providers.service.js';

@Module({
  controllers: [ProvidersController, ProviderKindsController],
  providers: [
    ProvidersService,
    ProviderChecksService,
    ProviderHealthService,
    ModelCatalogService,
    AllowedNetworksService,
  ],
})
export class ProvidersModule {}
