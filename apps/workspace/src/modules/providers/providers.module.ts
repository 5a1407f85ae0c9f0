import { Module } from '@nestjs/common';
import { GuardedNetworkService } from './guarded-network.service.js';
import { ProvidersController } from './providers.controller.js';
import { ProvidersService } from './providers.service.js';
import { ProviderTrials } from './trial/provider-trials.js';

@Module({ controllers: [ProvidersController], providers: [ProvidersService, ProviderTrials, GuardedNetworkService] })
export class ProvidersModule {}
