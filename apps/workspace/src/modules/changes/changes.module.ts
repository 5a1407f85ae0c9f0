import { Module } from '@nestjs/common';
import { ChangesController } from './changes.controller.js';
import { OwnChangesController } from './own-changes.controller.js';

@Module({ controllers: [ChangesController, OwnChangesController] })
export class ChangesModule {}
