import { Controller, Get, Headers, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Public } from '../public.decorator.js';
import { SERVICE_STATUS, type ServiceStatus } from './service-status.js';

/** Prometheus metrics beside everything else; left out where `server.metrics_port` gives them a port of their own. */
@Public()
@Controller('metrics')
export class MetricsController {
  constructor(@Inject(SERVICE_STATUS) private readonly status: ServiceStatus) {}

  @Get()
  async render(@Headers('accept') accept: string | undefined, @Res() reply: FastifyReply): Promise<void> {
    const { contentType, text } = await this.status.metrics.render(accept);
    await reply.header('content-type', contentType).send(text);
  }
}
