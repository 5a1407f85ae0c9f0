import { Module } from '@nestjs/common';
import { UsageController } from './usage.controller.js';
import { UsageService } from './usage.service.js';
import { UsageSeriesService } from './usage-series.service.js';
import { UsageSeriesTask } from './usage-series-task.js';

@Module({ controllers: [UsageController], providers: [UsageService, UsageSeriesService, UsageSeriesTask] })
export class UsageModule {}
