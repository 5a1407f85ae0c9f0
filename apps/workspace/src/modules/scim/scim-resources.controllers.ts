import { Controller } from '@nestjs/common';
import { RequireScimToken } from '../../access/access.js';
import { createScimController } from './create-scim-controller.js';
import { GROUP_SCHEMA, USER_SCHEMA } from './protocol/resource-schema.js';
import { ScimGroupsService } from './scim-groups.service.js';
import { ScimUsersService } from './scim-users.service.js';

/** People, as an identity provider keeps them up to date (docs/contract/scim.md#protocol). */
@Controller('scim/v2/Users')
@RequireScimToken()
export class ScimUsersController extends createScimController({
  schema: USER_SCHEMA,
  service: ScimUsersService,
  noun: 'user',
  hasMembers: false,
}) {}

/** Teams, as an identity provider keeps them up to date (docs/contract/scim.md#protocol). */
@Controller('scim/v2/Groups')
@RequireScimToken()
export class ScimGroupsController extends createScimController({
  schema: GROUP_SCHEMA,
  service: ScimGroupsService,
  noun: 'group',
  hasMembers: true,
}) {}
