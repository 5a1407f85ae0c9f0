import type { Caller } from '@multilane/auth';
import type { ListedModel, ModelList } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { pathOf } from '@multilane/http';
import { Controller, Get, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { assertEntitled } from '../../pipeline/stages/check-request.stages.js';
import { recordAnswer } from '../../recording/settle-request.js';
import {
  describeAgent,
  findListedModel,
  type ListStyle,
  listModels,
  type ModelPage,
} from '../../snapshot/access/list-models.js';
import { arrivalOf } from '../fastify-request.js';
import { HTTP_SERVICES, type HttpServices } from '../http-services.js';

/** Prefix of the names of agents. */
const AGENTS = 'agent/';

@Controller('v1/models')
export class ModelsController {
  constructor(@Inject(HTTP_SERVICES) private readonly services: HttpServices) {}

  /** The models the caller can use, aliases included. */
  @Get()
  async list(@Req() request: FastifyRequest): Promise<ModelList> {
    const { caller, snapshot } = admissionOf(request);
    const page = pageOf(request);
    const list = listModels(snapshot, caller, styleOf(request), page, await this.listAgents(caller));
    recordAnswer(this.services, arrivalOf(request, this.services));
    return list;
  }

  /**
   * One model; its name is the rest of the path and may hold slashes and colons
   * (docs/contract/model-access.md#model-names).
   */
  @Get('*')
  async find(@Req() request: FastifyRequest): Promise<ListedModel> {
    const { caller, snapshot } = admissionOf(request);
    const name = nameOf(request);
    const style = styleOf(request);
    const model = findListedModel(snapshot, caller, name, style) ?? (await this.findAgent(caller, name, style));
    if (!model) throw new GatewayError('model_not_found', { param: 'model' });
    recordAnswer(this.services, arrivalOf(request, this.services));
    return model;
  }

  /** The agents that a caller can ask as chat models. Without the database the list has models alone, and the log says so. */
  private async listAgents(caller: Caller): Promise<string[]> {
    const { background, logger } = this.services;
    const place = background.agents?.placeOf(caller);
    if (place === undefined) return [];
    try {
      return ((await background.agents?.list(place, 'chat_model')) ?? []).map(({ name }) => `${AGENTS}${name}`);
    } catch (error) {
      logger.warn({ err: error }, 'agents are left out of a list of models');
      return [];
    }
  }

  private async findAgent(caller: Caller, name: string, style: ListStyle): Promise<ListedModel | undefined> {
    if (!name.startsWith(AGENTS)) return undefined;
    const agent = await this.services.background.agents?.find(caller, 'chat_model', name.slice(AGENTS.length));
    return agent && describeAgent(name, style);
  }
}

/** Returns the admission of the caller, once its organization is known to hold the product. */
function admissionOf(request: FastifyRequest): NonNullable<FastifyRequest['admission']> {
  if (!request.admission) throw new GatewayError('invalid_api_key');
  assertEntitled(request.admission);
  return request.admission;
}

/** Clients of the messages format say so by their version header, and get its list members too. */
function styleOf(request: FastifyRequest): 'reference' | 'messages' {
  return request.headers['anthropic-version'] === undefined ? 'reference' : 'messages';
}

function nameOf(request: FastifyRequest): string {
  try {
    return decodeURIComponent(pathOf(request.url).slice('/v1/models/'.length).replace(/\/$/, ''));
  } catch {
    throw new GatewayError('model_not_found', { param: 'model' });
  }
}

function pageOf(request: FastifyRequest): ModelPage {
  const { limit, after_id: afterId } = request.query as Record<string, unknown>;
  // A parameter that occurs twice is a list, and the id of no model.
  return { limit: readLimit(limit), afterId: afterId === undefined ? undefined : String(afterId) };
}

function readLimit(limit: unknown): number | undefined {
  if (limit === undefined) return undefined;
  const value = typeof limit === 'string' && /^\d{1,4}$/.test(limit) ? Number(limit) : 0;
  if (value < 1 || value > 1000) {
    throw new GatewayError('invalid_value', { param: 'limit', message: '`limit` must be an integer from 1 to 1000.' });
  }
  return value;
}
