import { TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import type { Enrolment } from '../second-factor/second-factor.service.js';
import type { SignInStep } from '../second-factor/sign-in-steps.js';
import type { IssuedSession } from '../session-issuer.js';
import { SessionView } from './session.view.js';

/** A sign-in whose password was right and that needs one more step. Nobody is signed in yet. */
export class SignInStepView {
  @ChoiceField(['sign_in_step'], { description: 'Always `sign_in_step`.' })
  object!: 'sign_in_step';

  @ChoiceField(['code', 'enrolment'], {
    description:
      '`code`: send a code to `/auth/login/code`. `enrolment`: the organization requires a second factor, which is set up with `/auth/login/enrolment`.',
  })
  step!: 'code' | 'enrolment';

  @TextField({ max: 2_000, description: 'Token for the next step. It opens nothing else.' })
  token!: string;

  @TimeField({ description: 'When the sign-in has to be started again.' })
  expires_at!: string;

  static of({ step, token, expiresAt }: SignInStep): SignInStepView {
    return { object: 'sign_in_step', step, token, expires_at: expiresAt.toISOString() };
  }
}

/** Second factor of the person who asks. */
export class SecondFactorView {
  @ChoiceField(['second_factor'], { description: 'Always `second_factor`.' })
  object!: 'second_factor';

  @FlagField({ description: 'True if a sign-in with the password needs a code.' })
  is_enabled!: boolean;

  @TimeField({ nullable: true, description: 'When it was set up.' })
  enabled_at!: string | null;

  @CountField({ description: 'Recovery codes that are left.' })
  recovery_codes_left!: number;

  @FlagField({ description: 'True if the organization requires a second factor of people with a password.' })
  is_required!: boolean;

  @FlagField({
    description: 'True if you can sign in with a password. Without one, no second factor can be set up here.',
  })
  has_password!: boolean;
}

/** Secret for an authenticator app. */
export class EnrolmentView {
  @ChoiceField(['second_factor_enrolment'], { description: 'Always `second_factor_enrolment`.' })
  object!: 'second_factor_enrolment';

  @TextField({ description: 'Secret in base32, to be typed into an app. It is shown only once.' })
  secret!: string;

  @TextField({ max: 2_000, description: 'The same as an `otpauth://` address, for a QR code.' })
  address!: string;

  @TimeField({ description: 'When the enrolment has to be started again.' })
  expires_at!: string;

  static of({ secret, address, expiresAt }: Enrolment): EnrolmentView {
    return { object: 'second_factor_enrolment', secret, address, expires_at: expiresAt.toISOString() };
  }
}

/** Recovery codes that were just made. */
export class RecoveryCodesView {
  @ChoiceField(['recovery_codes'], { description: 'Always `recovery_codes`.' })
  object!: 'recovery_codes';

  @TextListField({ description: 'Codes that are good once each, in place of the app. They are shown only once.' })
  codes!: readonly string[];

  static of(codes: readonly string[]): RecoveryCodesView {
    return { object: 'recovery_codes', codes };
  }
}

/** Person who is signed in, with the recovery codes of the second factor that was set up on the way. */
export class EnrolledSessionView extends SessionView {
  @TextListField({ description: 'Recovery codes, good once each. They are shown only once.' })
  recovery_codes!: readonly string[];

  static ofEnrolled({ identity }: IssuedSession, codes: readonly string[]): EnrolledSessionView {
    return { ...SessionView.of(identity), recovery_codes: codes };
  }
}
