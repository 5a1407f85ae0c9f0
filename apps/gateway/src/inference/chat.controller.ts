import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GATEWAY_SERVICES, type GatewayServices } from '../gateway-services.js';
import { startContext } from '../http/start-context.js';
import { CHAT } from '../pipeline/pipelines.js';
import { runPipeline } from '../pipeline/run-pipeline.js';

@Controller('v1/chat')
export class ChatController {
  constructor(@Inject(GATEWAY_SERVICES) private readonly services: GatewayServices) {}

  /** Chat completions, whole or streamed (specification section 4). */
  @Post('completions')
  complete(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return runPipeline(CHAT, startContext('chat.completions', request, reply, this.services));
  }
}
