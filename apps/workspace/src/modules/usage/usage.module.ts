import { Module } from '@nestjs/common';
import { UsageController } from './usage.controller.js';
import { UsageService } from './usage.service.js';
import { UsageForecastService } from './usage-forecast.service.js';
import { UsageSeriesService } from './usage-series.service.js';
import { UsageDimensionsTask, UsageSeriesTask } from './usage-tasks.js';
import { WhatIfService } from './what-if.service.js';

@Module({
  controllers: [UsageController],
  providers: [
    UsageService,
    UsageDimensionsTask,
    UsageForecastService,
    UsageSeriesService,
    UsageSeriesTask,
    WhatIfService,
  ],
})
export class UsageModule {}
