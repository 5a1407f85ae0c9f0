import { Module } from '@nestjs/common';
import { AllowedNetworksService } from '../providers/allowed-networks.service.js';
import { ExportsController } from './exports.controller.js';
import { ExportsService } from './exports.service.js';

@Module({ controllers: [ExportsController], providers: [ExportsService, AllowedNetworksService] })
export class ExportsModule {}
