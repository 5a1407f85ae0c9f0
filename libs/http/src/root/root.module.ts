import { type DynamicModule, Module } from '@nestjs/common';
import { RootController } from './root.controller.js';
import { ROOT_PAGE, type RootPage } from './root-page.js';

/** `GET /` of whoever says what it is. */
@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: Nest names modules by class
export class RootModule {
  static on(page: RootPage): DynamicModule {
    return { module: RootModule, controllers: [RootController], providers: [{ provide: ROOT_PAGE, useValue: page }] };
  }
}
