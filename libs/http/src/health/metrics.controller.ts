import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Public } from '../public.decorator.js';
import { SERVICE_STATUS, type ServiceStatus } from './service-status.js';

/** Prometheus metrics beside everything else; left out where `server.metrics_port` gives them a port of their own. */
@Public()
@Controller('metrics')
export class MetricsController {
  constructor(@Inject(SERVICE_STATUS) private readonly status: ServiceStatus) {}

  @Get()
  async render(@Res() reply: FastifyReply): Promise<void> {
    const { metrics } = this.status;
    const text = await metrics.renderMetrics();
    await reply.header('content-type', metrics.contentType).send(text);
  }
}
