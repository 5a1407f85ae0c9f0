import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { AuthThrottles } from './auth-throttles.js';
import { OwnSessionsController } from './own-sessions.controller.js';
import { OwnSessionsService } from './own-sessions.service.js';
import { SessionIssuer } from './session-issuer.js';
import { SetupService } from './setup.service.js';

@Module({
  controllers: [AuthController, OwnSessionsController],
  providers: [AuthService, AuthThrottles, OwnSessionsService, SessionIssuer, SetupService],
  exports: [AuthService, AuthThrottles, SessionIssuer, SetupService],
})
export class AuthModule {}
