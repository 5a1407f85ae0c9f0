import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../public.decorator.js';
import { wantsPage } from '../wants-page.js';
import { ROOT_PAGE, type RootPage } from './root-page.js';

/** The page carries its own style and loads nothing. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Answers a person or a program at `/`: which service this is and where its API begins. */
@Public()
@Controller()
export class RootController {
  constructor(@Inject(ROOT_PAGE) private readonly page: RootPage) {}

  @Get()
  show(@Req() { headers }: FastifyRequest, @Res() reply: FastifyReply): void {
    const { service, version, links, browser } = this.page;
    reply.header('vary', 'Accept').header('cache-control', 'no-cache');
    if (!wantsPage(headers.accept)) {
      void reply.send({ name: 'Multilane', service, version, links });
    } else if ('redirect' in browser) {
      void reply.redirect(browser.redirect, 302);
    } else {
      reply.headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': PAGE_POLICY });
      void reply.send(browser.html);
    }
  }
}
