import { GatewayError } from '@multilane/errors';
import { ClientGone, Public, readTextBody } from '@multilane/http';
import { WORKFLOW_BOUNDS } from '@multilane/workflows';
import { Controller, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ChoiceField, IdField } from '../../fields/scalar-fields.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { HooksService } from './hooks.service.js';

/** Answer of a hook. */
export class StartedRunView {
  @IdField({ description: 'Id of the run.' })
  id!: string;

  @ChoiceField(['workflow.run'], { description: 'Always `workflow.run`.' })
  object!: 'workflow.run';
}

/** A body has so long to arrive, in milliseconds. */
const ARRIVAL_MS = 15_000;

/** Endpoint at which signed requests start workflows (docs/contract/workflows.md#hooks). */
@Controller('hooks')
export class HooksController {
  constructor(@Inject(HooksService) private readonly hooks: HooksService) {}

  /** Starts the published version of a workflow. The signature is the credential. */
  @Post(':workflow')
  @Public()
  @HttpCode(202)
  @ApiBody({ description: 'JSON, or a form, that the run reads as `input.body`.', schema: {} })
  @Answers(StartedRunView, { status: 202, description: 'The run that was started.' })
  async deliver(@Param('workflow') workflow: string, @Req() request: FastifyRequest): Promise<StartedRunView> {
    await this.hooks.admit(request.ip);
    const { headers } = request;
    if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
      throw new GatewayError('unsupported_media_type', { message: 'Send the body without Content-Encoding.' });
    }
    const body = await readSigned(request);
    return { id: await this.hooks.deliver(workflow, { headers, body }), object: 'workflow.run' };
  }
}

/** The bytes as they came, which the signature is of. */
async function readSigned({ headers, raw }: FastifyRequest): Promise<string> {
  const { 'content-length': length } = headers;
  if (length !== undefined && Number(length) > WORKFLOW_BOUNDS.input) {
    throw new GatewayError('payload_too_large', {
      message: `The body of a hook has at most ${WORKFLOW_BOUNDS.input / 1024} KB.`,
      headers: { connection: 'close' },
    });
  }
  if (length === undefined && headers['transfer-encoding'] === undefined) return '';
  const late = setTimeout(() => raw.destroy(), ARRIVAL_MS);
  try {
    return await readTextBody(raw, WORKFLOW_BOUNDS.input);
  } catch (error) {
    if (error instanceof ClientGone) raw.destroy();
    throw error;
  } finally {
    clearTimeout(late);
  }
}
