import { Module } from '@nestjs/common';
import { UsageController } from './usage.controller.js';
import { UsageService } from './usage.service.js';
import { UsageDimensionsTask } from './usage-dimensions-task.js';
import { UsageForecastService } from './usage-forecast.service.js';
import { UsageSeriesService } from './usage-series.service.js';
import { UsageSeriesTask } from './usage-series-task.js';
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
