import { GatewayError } from '@multilane/errors';
import { sniffImage } from '@multilane/providers';
import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordImageFetch } from '../../recording/settle-request.js';
import { arrivalOf } from '../fastify-request.js';
import { HTTP_SERVICES, type HttpServices } from '../http-services.js';

/** Images by address. The signature is all that a reader needs, and nothing but it lets one in. */
@Controller('v1/media')
export class MediaController {
  constructor(@Inject(HTTP_SERVICES) private readonly services: HttpServices) {}

  /** Answers the same for every address that does not lead to an image, so that nothing can be learned from it. */
  @Get(':id')
  async find(
    @Param('id') id: string,
    @Query() { expires, signature }: Readonly<Record<string, unknown>>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const image = await this.services.images?.find(id, expires, signature);
    if (image === undefined) {
      throw new GatewayError('not_found', { message: 'There is no such image, or its address has expired.' });
    }
    const { bytes, organizationId } = image;
    recordImageFetch(this.services, arrivalOf(request, this.services), {
      organizationId,
      bytes: request.method === 'HEAD' ? 0 : bytes.length,
    });
    const seconds = Math.max(0, Number(expires) - Math.ceil(Date.now() / 1000));
    await reply
      .headers({
        ...describeContent(bytes),
        'content-length': bytes.length,
        'cache-control': `private, max-age=${seconds}, immutable`,
        // A browser must not run anything in it, whatever its source.
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(bytes);
  }
}

/** Images that browsers show are shown. An SVG can hold scripts, and what is not known might be anything. */
function describeContent(bytes: Buffer): Readonly<Record<string, string>> {
  const type = sniffImage(bytes);
  if (type === undefined) return { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' };
  if (type === 'image/svg+xml')
    return { 'content-type': type, 'content-disposition': 'attachment; filename="image.svg"' };
  return { 'content-type': type, 'content-disposition': `inline; filename="image.${type.slice('image/'.length)}"` };
}
