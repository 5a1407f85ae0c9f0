import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { InvitesController } from './invites.controller.js';
import { InvitesService } from './invites.service.js';
import { SignupController } from './signup.controller.js';
import { SignupService } from './signup.service.js';

@Module({
  imports: [AuthModule],
  controllers: [InvitesController, SignupController],
  providers: [InvitesService, SignupService],
})
export class InvitesModule {}
