import { Module } from '@nestjs/common';
import { ScimGroupsService } from './scim-groups.service.js';
import { ScimGroupsController, ScimUsersController } from './scim-resources.controllers.js';
import { ScimSearchController } from './scim-search.controller.js';
import { ScimServiceController } from './scim-service.controller.js';
import { ScimUsersService } from './scim-users.service.js';

/** SCIM 2.0. */
@Module({
  controllers: [ScimServiceController, ScimSearchController, ScimUsersController, ScimGroupsController],
  providers: [ScimUsersService, ScimGroupsService],
})
export class ScimModule {}
