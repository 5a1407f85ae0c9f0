import { Module } from '@nestjs/common';
import { KeyLister } from './key-lister.js';
import { KeysController } from './keys.controller.js';
import { KeysService } from './keys.service.js';

@Module({ controllers: [KeysController], providers: [KeysService, KeyLister] })
export class KeysModule {}
