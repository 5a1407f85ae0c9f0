import { GatewayError } from '@multilane/errors';
import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { assertEntitled } from '../../pipeline/stages/check-request.stages.js';
import type { Admission } from '../../recording/request-parts.js';
import { recordAnswer } from '../../recording/settle-request.js';
import type { AsyncRequests } from '../../services/background-jobs.js';
import { arrivalOf } from '../fastify-request.js';
import { HTTP_SERVICES, type HttpServices } from '../http-services.js';

const DEFAULT_LIMIT = 20;
const LONGEST_LIMIT = 100;
const JSON_TYPE = 'application/json; charset=utf-8';

/** Outcomes of requests that run later. Jobs of others, and malformed ids, get 404. */
@Controller('v1/async/jobs')
export class AsyncJobsController {
  constructor(@Inject(HTTP_SERVICES) private readonly services: HttpServices) {}

  @Get()
  async list(@Req() request: FastifyRequest): Promise<object> {
    const { caller } = admissionOf(request);
    const { cursor, limit, status } = request.query as Record<string, unknown>;
    const page = { limit: readLimit(limit), cursor: readText(cursor), status: readText(status) };
    const answer = await this.ask((jobs) => jobs.list(caller, page));
    recordAnswer(this.services, arrivalOf(request, this.services));
    return answer;
  }

  /** `Prefer: wait=30` waits for the job's end, up to a minute. */
  @Get(':job_id')
  async find(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Param('job_id') id: string): Promise<void> {
    const { caller } = admissionOf(request);
    const job = await this.ask((jobs) => jobs.find(caller, id, readWait(request.headers.prefer)));
    this.answer(request, reply, job);
  }

  @Delete(':job_id')
  async cancel(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Param('job_id') id: string): Promise<void> {
    const { caller } = admissionOf(request);
    this.answer(request, reply, await this.ask((jobs) => jobs.cancel(caller, id)));
  }

  @Get(':job_id/deliveries')
  async listDeliveries(@Req() request: FastifyRequest, @Param('job_id') id: string): Promise<object> {
    const { caller } = admissionOf(request);
    const answer = (await this.ask((jobs) => jobs.listDeliveries(caller, id))) ?? refuse('job');
    recordAnswer(this.services, arrivalOf(request, this.services));
    return answer;
  }

  @Post(':job_id/deliveries/:delivery_id/resend')
  @HttpCode(202)
  async resend(
    @Req() request: FastifyRequest,
    @Param('job_id') id: string,
    @Param('delivery_id') delivery: string,
  ): Promise<object> {
    const { caller } = admissionOf(request);
    const answer = (await this.ask((jobs) => jobs.resend(caller, id, delivery))) ?? refuse('delivery');
    recordAnswer(this.services, arrivalOf(request, this.services));
    return answer;
  }

  private answer(request: FastifyRequest, reply: FastifyReply, job: string | undefined): void {
    const body = job ?? refuse('job');
    recordAnswer(this.services, arrivalOf(request, this.services));
    void reply.header('content-type', JSON_TYPE).send(body);
  }

  private async ask<Answer>(work: (jobs: AsyncRequests) => Promise<Answer>): Promise<Answer> {
    const { background, tasks } = this.services;
    const { requests } = background;
    if (requests.problem !== undefined) throw new GatewayError('async_unavailable', { message: requests.problem });
    try {
      return await work(requests);
    } catch (error) {
      if (error instanceof GatewayError) throw error;
      tasks.failed('async_requests', error);
      throw new GatewayError('async_unavailable', {
        message: 'The database that stores asynchronous requests is unavailable.',
        headers: { 'retry-after': '5' },
        cause: error,
      });
    }
  }
}

function admissionOf(request: FastifyRequest): Admission {
  if (!request.admission) throw new GatewayError('invalid_api_key');
  assertEntitled(request.admission);
  return request.admission;
}

function refuse(noun: 'job' | 'delivery'): never {
  throw new GatewayError('not_found', { message: `The ${noun} does not exist.` });
}

function readLimit(value: unknown): number {
  if (value === undefined) return DEFAULT_LIMIT;
  const limit = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (limit >= 1 && limit <= LONGEST_LIMIT) return limit;
  throw new GatewayError('invalid_value', {
    param: 'limit',
    message: `\`limit\` must be an integer from 1 to ${LONGEST_LIMIT}.`,
  });
}

/** A parameter that occurs twice is a list, and as good as a wrong one. */
function readText(value: unknown): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** Seconds of `Prefer: wait=…` (RFC 7240 section 4.3). */
function readWait(prefer: string | string[] | undefined): number {
  const text = Array.isArray(prefer) ? prefer.join(',') : (prefer ?? '');
  return Number(/(?:^|[,;\s])wait=(\d{1,4})(?:$|[,;\s])/i.exec(text)?.[1] ?? 0);
}
