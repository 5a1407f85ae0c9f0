import type { StoredPolicyRecord } from '@multilane/persistence';
import { Body, Inject, Param, Patch, Post, Query, type Type } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { HonoursVersion, SendsVersion } from '../../http/versions.js';
import { PolicyListQuery } from '../../lists/policy-list.query.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { Finds, Lists, Removes } from '../../openapi/resource-routes.decorator.js';
import { PoliciesService } from './policies.service.js';
import type { Fields, KindRules } from './policy-kinds.js';

/** Classes of the bodies and views of the policies of a kind. */
export interface PolicyClasses<View extends object> {
  readonly view: Type<View> & { of(policy: StoredPolicyRecord): View };
  readonly create: Type;
  readonly update: Type;
  /** Name of one in the documentation of the API. */
  readonly noun: string;
}

/** The routes that every kind of policy has. The class that extends what is returned says at which path. */
export function createPolicyController<View extends object>(
  rules: KindRules,
  { view, create, update, noun }: PolicyClasses<View>,
) {
  class PolicyController {
    constructor(@Inject(PoliciesService) readonly policies: PoliciesService) {}

    @Post()
    @SendsVersion()
    @RequirePermission(rules.manage, { in: 'anywhere' })
    @Answers(view, { status: 201, description: `The new ${noun}.` })
    async create(
      @FromRequester() requester: Requester,
      @Query() query: WorkspaceQuery,
      @Body() dto: Fields & { name: string },
    ): Promise<View> {
      return view.of(await this.policies.create(rules, requester, query, dto));
    }

    @Lists(view)
    @RequirePermission(rules.read, { in: 'anywhere' })
    async list(@FromRequester() requester: Requester, @Query() query: PolicyListQuery): Promise<ListAnswer<View>> {
      return toList(await this.policies.list(rules, requester, query), view.of);
    }

    @Finds(view)
    @RequirePermission(rules.read, { in: 'anywhere' })
    async find(
      @FromRequester() requester: Requester,
      @Param('id') id: string,
      @Query() query: WorkspaceQuery,
    ): Promise<View> {
      return view.of(await this.policies.find(rules, requester, id, rules.read, query));
    }

    @Patch(':id')
    @SendsVersion()
    @HonoursVersion()
    @RequirePermission(rules.manage, { in: 'anywhere' })
    @Answers(view, { description: `The updated ${noun}.` })
    async update(
      @FromRequester() requester: Requester,
      @Param('id') id: string,
      @Query() query: WorkspaceQuery,
      @Body() dto: Fields,
    ): Promise<View> {
      return view.of(await this.policies.update(rules, requester, id, query, dto));
    }

    @Removes()
    @RequirePermission(rules.manage, { in: 'anywhere' })
    async remove(
      @FromRequester() requester: Requester,
      @Param('id') id: string,
      @Query() query: WorkspaceQuery,
    ): Promise<void> {
      await this.policies.remove(rules, requester, id, query);
    }
  }
  // The compiler records only types that it knows; the pipe and the documentation read the body's class here.
  nameBody(PolicyController, 'create', create);
  nameBody(PolicyController, 'update', update);
  return PolicyController;
}

function nameBody(controller: Type, method: string, body: Type): void {
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype, method) as unknown[];
  Reflect.defineMetadata('design:paramtypes', [...types.slice(0, -1), body], controller.prototype, method);
}
