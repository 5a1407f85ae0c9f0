import { Module } from '@nestjs/common';
import { AllowedNetworksService } from '../providers/allowed-networks.service.js';
import { AlertChannelsController } from './alert-channels.controller.js';
import { AlertChannelsService } from './alert-channels.service.js';
import { AlertPlacesService } from './alert-places.service.js';
import { AlertRulesController } from './alert-rules.controller.js';
import { AlertRulesService } from './alert-rules.service.js';
import { AlertsController } from './alerts.controller.js';
import { AlertsService } from './alerts.service.js';

@Module({
  controllers: [AlertRulesController, AlertChannelsController, AlertsController],
  providers: [AlertPlacesService, AlertRulesService, AlertChannelsService, AlertsService, AllowedNetworksService],
})
export class AlertsModule {}
