import { Module } from '@nestjs/common';
import { ScimGroupsController } from './scim-groups.controller.js';
import { ScimGroupsService } from './scim-groups.service.js';
import { ScimSearchController } from './scim-search.controller.js';
import { ScimServiceController } from './scim-service.controller.js';
import { ScimUsersController } from './scim-users.controller.js';
import { ScimUsersService } from './scim-users.service.js';

/** SCIM 2.0. */
@Module({
  controllers: [ScimServiceController, ScimSearchController, ScimUsersController, ScimGroupsController],
  providers: [ScimUsersService, ScimGroupsService],
})
export class ScimModule {}
