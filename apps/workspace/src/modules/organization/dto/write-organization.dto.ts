import { CountField, FlagField, TextField } from '../../../fields/scalar-fields.js';

export class UpdateOrganizationDto {
  @TextField({ optional: true, description: 'New name.' })
  name?: string;

  @TextField({
    optional: true,
    max: 64,
    description: 'Time zone whose days reports show: an IANA name. Also of organizations of gateway.yaml.',
    example: 'Asia/Kolkata',
  })
  reporting_zone?: string;
}

/** Changes to the policy. Omitted fields keep their value. Tokens that were issued before stay as they are. */
export class UpdateCredentialPolicyDto {
  @CountField({ optional: true, min: 1, max: 3650, description: 'Maximum lifetime of a PAT, in days.' })
  max_pat_lifetime_days?: number;

  @CountField({
    optional: true,
    max: 1000,
    description: 'Maximum number of PATs per person. 0: no PATs can be issued.',
  })
  max_pats_per_user?: number;

  @FlagField({ optional: true, description: 'Whether tokens of virtual accounts may be issued without an expiry.' })
  allow_non_expiring_vat?: boolean;
}

/** Changes to the policy. Omitted fields keep their value. */
export class UpdateSignInPolicyDto {
  @FlagField({
    optional: true,
    description: 'Whether people who sign in with a password need a second factor. Sessions of those without one end.',
  })
  requires_second_factor?: boolean;
}
