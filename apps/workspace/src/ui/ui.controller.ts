import { randomBytes } from 'node:crypto';
import { Public } from '@multilane/http';
import { Controller, Get, Header, Inject, NotFoundException, Param, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { basePathOf } from '../http/base-path.js';
import { PLAIN_STYLE, UNBUILT_PAGE } from '../http/plain-page.js';
import { SetupService } from '../modules/auth/setup.service.js';
import { SignInProviders } from '../modules/sso/sign-in-providers.js';
import { WORKSPACE_SERVICES, type WorkspaceServices } from '../services/workspace-services.js';
import { acceptedEncodings, ConsoleFiles } from './console-files.js';
import { NO_NEEDS, type PageNeeds } from './console-pages.js';
import { consolePolicy, fillConsolePage } from './fill-console-page.js';

const NONCE_BYTES = 18;

const PAGE_NAMES = ['first', 'second', 'third', 'fourth', 'fifth'];
/** The addresses of the console's pages, by their number of names: the console itself knows which exist. */
const PAGE_PATHS = [
  '',
  ...PAGE_NAMES.map((_, last) =>
    PAGE_NAMES.slice(0, last + 1)
      .map((name) => `:${name}`)
      .join('/'),
  ),
];

/** The console (docs/console.md). */
@ApiExcludeController()
@Public()
@Controller('ui')
export class UiController {
  private readonly files = ConsoleFiles.find();
  private readonly basePath: string;

  constructor(
    @Inject(SetupService) private readonly setup: SetupService,
    @Inject(SignInProviders) private readonly providers: SignInProviders,
    @Inject(WORKSPACE_SERVICES) services: WorkspaceServices,
  ) {
    this.basePath = basePathOf(services.config.server.public_base_url);
  }

  @Get('style.css')
  @Header('content-type', 'text/css; charset=utf-8')
  style(): string {
    return PLAIN_STYLE;
  }

  /** A file that pages load. One that is missing is 404, never a page: it belonged to an earlier version. */
  @Get('assets/:name')
  async asset(
    @Param('name') name: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const accepted = acceptedEncodings(String(request.headers['accept-encoding'] ?? ''));
    const asset = await this.files?.open(name, accepted);
    if (asset === undefined) throw new NotFoundException();
    reply.headers({ 'content-type': asset.type, 'cache-control': asset.cacheControl, vary: 'accept-encoding' });
    if (asset.encoding !== undefined) reply.header('content-encoding', asset.encoding);
    return new StreamableFile(asset.content);
  }

  @Get(PAGE_PATHS)
  @Header('content-type', 'text/html; charset=utf-8')
  async page(
    @Param() names: Readonly<Record<string, string>>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    if (names.first === 'assets') throw new NotFoundException();
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    reply.header('content-security-policy', consolePolicy(nonce));
    const { ofNamed, ofOthers } = await this.providers.findOffers();
    const offers = { setup: await this.setup.isNeeded(), sso: ofNamed, organizations: ofOthers };
    return fillConsolePage(this.files?.page ?? UNBUILT_PAGE, {
      basePath: this.basePath,
      nonce,
      needs: this.needsOf(names, request),
      signIn: (['setup', 'sso', 'organizations'] as const).filter((way) => offers[way]),
    });
  }
  private needsOf(names: Readonly<Record<string, string>>, request: FastifyRequest): PageNeeds {
    const given = PAGE_NAMES.flatMap((name) => names[name] ?? []);
    return this.files?.needsOf(given, request.headers['accept-language']) ?? NO_NEEDS;
  }
}
