import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { GATEWAY_SERVICES, type GatewayServices } from '../gateway-services.js';

/** Prometheus metrics beside everything else; left out where `server.metrics_port` gives them a port of their own. */
@Controller('metrics')
export class MetricsController {
  constructor(@Inject(GATEWAY_SERVICES) private readonly services: GatewayServices) {}

  @Get()
  async render(@Res() reply: FastifyReply): Promise<void> {
    const { metrics } = this.services;
    const text = await metrics.renderMetrics();
    await reply.header('content-type', metrics.contentType).send(text);
  }
}
