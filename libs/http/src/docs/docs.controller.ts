import { createReadStream, type ReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { Controller, Get, Header, Inject, NotFoundException, Param, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Public } from '../public.decorator.js';
import { DOCS_POLICY, SHOW_DOCS, writeDocsPage } from './docs-page.js';
import { DOCUMENT_SOURCE, type DocumentSource, type OpenApiDocument } from './document-source.js';

/** Files that the page loads: from the package, so that nothing comes from elsewhere. */
const PACKAGED: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
]);

const A_DAY = 'public, max-age=86400';

/** The API's description, for programs and for people. */
@Public()
@Controller()
export class DocsController {
  private built: OpenApiDocument | undefined = undefined;

  constructor(@Inject(DOCUMENT_SOURCE) private readonly source: DocumentSource) {}

  /** The OpenAPI 3.1 document of this service. */
  @Get('openapi.json')
  document(): OpenApiDocument {
    this.built ??= this.source.document();
    return this.built;
  }

  /** The document as a page. */
  @Get('docs')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', DOCS_POLICY)
  page(): string {
    return writeDocsPage(this.source.title);
  }

  /** Scripts and styles of the page. */
  @Get('docs/assets/:name')
  asset(@Param('name') name: string, @Res({ passthrough: true }) reply: FastifyReply): string | StreamableFile {
    const type = name === 'show-docs.js' ? 'text/javascript; charset=utf-8' : PACKAGED.get(name);
    if (type === undefined) throw new NotFoundException();
    reply.headers({ 'content-type': type, 'cache-control': A_DAY, 'x-content-type-options': 'nosniff' });
    return name === 'show-docs.js' ? SHOW_DOCS : new StreamableFile(openPackaged(name));
  }
}

/** By the place of this file, which a bundle keeps: the packages of a service need not have it. */
const findPackage = createRequire(import.meta.url);

function openPackaged(name: string): ReadStream {
  return createReadStream(findPackage.resolve(`swagger-ui-dist/${name}`));
}
