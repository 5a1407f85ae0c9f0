import { GatewayError } from '@multilane/errors';
import type { Database, UserRecord } from '@multilane/persistence';
import { Body, Controller, Get, Inject, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RequirePerson } from '../../../access/access.js';
import { FromRequester } from '../../../access/from-requester.decorator.js';
import { Requester } from '../../../access/requester.js';
import { Answers, AnswersNothing } from '../../../openapi/answers.decorator.js';
import { DATABASE } from '../../../services/workspace-services.js';
import { AuthService } from '../auth.service.js';
import { BeginEnrolmentDto, CodeDto, FirstCodeDto } from '../dto/second-factor.dto.js';
import { EnrolmentView, RecoveryCodesView, SecondFactorView } from '../dto/second-factor.view.js';
import { originOf } from '../start-session.js';
import { SecondFactorService, WRONG_CODE } from './second-factor.service.js';

/** The second factor of the person who asks (docs/contract/sign-in.md#second-factor). */
@Controller('auth/second-factor')
export class OwnSecondFactorController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(AuthService) private readonly auth: AuthService,
    @Inject(SecondFactorService) private readonly secondFactors: SecondFactorService,
  ) {}

  /** Returns the state of your second factor. */
  @Get()
  @RequirePerson({ session: true })
  @Answers(SecondFactorView)
  async find(@FromRequester() { organizationId, userId }: Requester): Promise<SecondFactorView> {
    const [person, factor, organization] = await Promise.all([
      this.database.users.find(organizationId, userId),
      this.database.secondFactors.find(organizationId, userId),
      this.database.organizations.find(organizationId),
    ]);
    return {
      object: 'second_factor',
      is_enabled: factor?.sealed != null,
      enabled_at: factor?.since?.toISOString() ?? null,
      recovery_codes_left: factor?.recoveryCodeHashes.length ?? 0,
      is_required: organization?.requiresSecondFactor === true,
      has_password: person?.hasPassword === true,
    };
  }

  /** Begins to set up a second factor, or another one in place of the present one. */
  @Post('enrolment')
  @RequirePerson({ session: true })
  @Answers(EnrolmentView, { description: 'Secret for an authenticator app. It is shown only once.' })
  async begin(
    @FromRequester() requester: Requester,
    @Body() { code, current_password }: BeginEnrolmentDto,
    @Req() request: FastifyRequest,
  ): Promise<EnrolmentView> {
    const person = await this.findSelf(requester);
    await this.auth.demandPassword(requester, current_password, originOf(request));
    if (person.secondFactorSince !== null) await this.useCode(requester, person, code ?? '');
    return EnrolmentView.of(await this.secondFactors.begin(person, requester.actor, true));
  }

  /** Ends the enrolment with the first code of the app. Earlier recovery codes work no more. */
  @Post('confirm')
  @RequirePerson({ session: true })
  @Answers(RecoveryCodesView, { description: 'The second factor is set up. The recovery codes are shown only once.' })
  async confirm(@FromRequester() requester: Requester, @Body() { code }: FirstCodeDto): Promise<RecoveryCodesView> {
    const person = await this.findSelf(requester);
    const rules = { mayReplace: true, refuse: isWrongCode };
    return RecoveryCodesView.of(await this.secondFactors.confirm(person, code, requester.actor, rules));
  }

  /** Replaces the recovery codes. */
  @Post('recovery-codes')
  @RequirePerson({ session: true })
  @Answers(RecoveryCodesView, { description: 'The new recovery codes. They are shown only once.' })
  async renewRecoveryCodes(
    @FromRequester() requester: Requester,
    @Body() { code }: CodeDto,
  ): Promise<RecoveryCodesView> {
    const person = await this.findSelf(requester);
    await this.useCode(requester, person, code);
    return RecoveryCodesView.of(await this.secondFactors.renewRecoveryCodes(person, requester.actor));
  }

  /** Removes the second factor. Fails with 409 where the organization requires one. */
  @Post('remove')
  @RequirePerson({ session: true })
  @AnswersNothing()
  async remove(@FromRequester() requester: Requester, @Body() { code }: CodeDto): Promise<void> {
    const person = await this.findSelf(requester);
    await this.useCode(requester, person, code);
    await this.secondFactors.remove(person, requester.actor);
  }

  private useCode({ actor }: Requester, person: UserRecord, code: string): Promise<void> {
    return this.secondFactors.useCode(person, code, actor, isWrongCode);
  }

  /** Fails with 409 for a person without a password. */
  private async findSelf({ organizationId, userId }: Requester): Promise<UserRecord> {
    const person = await this.database.users.find(organizationId, userId);
    if (person === undefined) throw new GatewayError('invalid_api_key');
    if (person.hasPassword) return person;
    throw new GatewayError('conflict', {
      message: 'You sign in with your identity provider. Set up the second factor there.',
    });
  }
}

function isWrongCode(): GatewayError {
  return new GatewayError('invalid_value', { param: 'code', message: WRONG_CODE });
}
