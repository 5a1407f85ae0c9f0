import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { AuthThrottles } from './auth-throttles.js';
import { SessionIssuer } from './session-issuer.js';
import { SetupService } from './setup.service.js';

@Module({
  controllers: [AuthController],
  providers: [AuthService, AuthThrottles, SessionIssuer, SetupService],
  exports: [AuthService, AuthThrottles, SessionIssuer, SetupService],
})
export class AuthModule {}
