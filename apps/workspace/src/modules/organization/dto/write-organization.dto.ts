import { CountField, FlagField, TextField } from '../../../fields/scalar-fields.js';

export class UpdateOrganizationDto {
  @TextField({ optional: true, description: 'The name from now on.' })
  name?: string;
}

/** Whatever is left out keeps its value. Tokens that were issued before stay as they are. */
export class UpdateCredentialPolicyDto {
  @CountField({ optional: true, min: 1, max: 3650, description: 'Days that a PAT may live at most.' })
  max_pat_lifetime_days?: number;

  @CountField({ optional: true, max: 1000, description: 'PATs that a person may have at most; 0: none are issued.' })
  max_pats_per_user?: number;

  @FlagField({ optional: true, description: 'Whether a virtual account token may be issued that never expires.' })
  allow_non_expiring_vat?: boolean;
}
