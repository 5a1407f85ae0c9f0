import { Module } from '@nestjs/common';
import { ConnectionTests } from './connection-test/connection-tests.js';
import { GuardedNetworkService } from './guarded-network.service.js';
import { ProviderCaller } from './provider-caller.service.js';
import { ProviderKindsController } from './provider-kinds.controller.js';
import { ProviderModelLists } from './provider-model-lists.js';
import { ProvidersController } from './providers.controller.js';
import { ProvidersService } from './providers.service.js';

@Module({
  controllers: [ProvidersController, ProviderKindsController],
  providers: [ProvidersService, ProviderCaller, ConnectionTests, ProviderModelLists, GuardedNetworkService],
})
export class ProvidersModule {}
