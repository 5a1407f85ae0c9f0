import { Module } from '@nestjs/common';
import { DeclaredKeys } from './declared-keys.js';
import { KeyLister } from './key-lister.js';
import { KeysController } from './keys.controller.js';
import { KeysService } from './keys.service.js';

@Module({ controllers: [KeysController], providers: [KeysService, KeyLister, DeclaredKeys] })
export class KeysModule {}
