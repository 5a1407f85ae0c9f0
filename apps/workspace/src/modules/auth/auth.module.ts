import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { AuthThrottles } from './auth-throttles.js';
import { OwnSessionsController } from './own-sessions.controller.js';
import { OwnSessionsService } from './own-sessions.service.js';
import { OwnSecondFactorController } from './second-factor/own-second-factor.controller.js';
import { SecondFactorService } from './second-factor/second-factor.service.js';
import { SignInStepsController } from './second-factor/sign-in-steps.controller.js';
import { SignInSteps } from './second-factor/sign-in-steps.js';
import { SessionIssuer } from './session-issuer.js';
import { SetupService } from './setup.service.js';

@Module({
  controllers: [AuthController, OwnSecondFactorController, OwnSessionsController, SignInStepsController],
  providers: [
    AuthService,
    AuthThrottles,
    OwnSessionsService,
    SecondFactorService,
    SessionIssuer,
    SetupService,
    SignInSteps,
  ],
  exports: [AuthService, AuthThrottles, SessionIssuer, SetupService, SignInSteps],
})
export class AuthModule {}
