import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GATEWAY_SERVICES, type GatewayServices } from '../gateway-services.js';
import { startContext } from '../http/start-context.js';
import { INFERENCE } from '../pipeline/pipelines.js';
import { runPipeline } from '../pipeline/run-pipeline.js';
import { CHAT } from './surfaces/chat/chat.surface.js';
import { COMPLETIONS } from './surfaces/completions/completions.surface.js';
import { DECISION } from './surfaces/decision/decision.surface.js';
import { EMBEDDINGS } from './surfaces/embeddings/embeddings.surface.js';
import { COUNT_TOKENS } from './surfaces/messages/count-tokens.surface.js';
import { MESSAGES } from './surfaces/messages/messages.surface.js';
import { MODERATIONS } from './surfaces/moderations/moderations.surface.js';
import { RERANK } from './surfaces/rerank/rerank.surface.js';
import { RESPONSES } from './surfaces/responses/responses.surface.js';
import type { Surface } from './surfaces/surface.js';

/** Everything a model is asked for in JSON, one line a surface (specification section 4). */
@Controller('v1')
export class InferenceController {
  constructor(@Inject(GATEWAY_SERVICES) private readonly services: GatewayServices) {}

  /** Chat completions, whole or streamed. */
  @Post('chat/completions')
  completeChat(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.serve(CHAT, request, reply);
  }

  /** The reference's newer format, translated onto chat. */
  @Post('responses')
  respond(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.serve(RESPONSES, request, reply);
  }

  /** The native messages format, straight through or over chat. */
  @Post('messages')
  createMessage(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.serve(MESSAGES, request, reply);
  }

  @Post('messages/count_tokens')
  countTokens(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.serve(COUNT_TOKENS, request, reply);
  }

  /** Legacy text completions. */
  @Post('completions')
  completeText(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.serve(COMPLETIONS, request, reply);
  }

  @Post('embeddings')
  embed(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.serve(EMBEDDINGS, request, reply);
  }

  @Post('rerank')
  rerank(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.serve(RERANK, request, reply);
  }

  /** By the provider, or by the built-in check. */
  @Post('moderations')
  moderate(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.serve(MODERATIONS, request, reply);
  }

  /** Answers of decision models to questions about a state. */
  @Post('decision')
  decide(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.serve(DECISION, request, reply);
  }

  private serve(surface: Surface, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    return runPipeline(INFERENCE, startContext(surface, request, reply, this.services));
  }
}
