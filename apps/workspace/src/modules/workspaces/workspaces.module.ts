import { Module } from '@nestjs/common';
import { MembersController } from './members.controller.js';
import { MembersService } from './members.service.js';
import { WorkspacesController } from './workspaces.controller.js';
import { WorkspacesService } from './workspaces.service.js';

@Module({ controllers: [WorkspacesController, MembersController], providers: [WorkspacesService, MembersService] })
export class WorkspacesModule {}
