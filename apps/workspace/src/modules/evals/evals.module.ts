import { Module } from '@nestjs/common';
import { EvalDatasetsController } from './eval-datasets.controller.js';
import { EvalDatasetsService } from './eval-datasets.service.js';
import { EvalImportsService } from './eval-imports.service.js';
import { EvalRunsController } from './eval-runs.controller.js';
import { EvalRunsService } from './eval-runs.service.js';
import { EvalSuitesController } from './eval-suites.controller.js';
import { EvalSuitesService } from './eval-suites.service.js';

@Module({
  controllers: [EvalDatasetsController, EvalSuitesController, EvalRunsController],
  providers: [EvalDatasetsService, EvalImportsService, EvalSuitesService, EvalRunsService],
})
export class EvalsModule {}
