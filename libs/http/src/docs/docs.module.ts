import { type DynamicModule, Module } from '@nestjs/common';
import { DocsController } from './docs.controller.js';
import { DOCUMENT_SOURCE, type DocumentSource } from './document-source.js';

/** `/openapi.json` and a page at `/docs` that shows it to people. */
@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: Nest names modules by class
export class DocsModule {
  static on(source: DocumentSource): DynamicModule {
    return {
      module: DocsModule,
      controllers: [DocsController],
      providers: [{ provide: DOCUMENT_SOURCE, useValue: source }],
    };
  }
}
