import type { OrganizationRecord } from '@multilane/persistence';
import { TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';

/** An organization as its people see it. */
export class OrganizationView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['organization'], { description: 'Always `organization`.' })
  object!: 'organization';

  @TextField({ description: 'Name.' })
  name!: string;

  @TextListField({ description: 'Products of the organization. Only the operator can change them.' })
  products!: readonly string[];

  @TextField({ description: 'Time zone whose days reports show: an IANA name.', example: 'Asia/Kolkata' })
  reporting_zone!: string;

  @ChoiceField(['config', 'database'], {
    description: '`config`: declared in `gateway.yaml`. Rename it there.',
  })
  source!: string;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource was last changed.' })
  updated_at!: string;

  static of(organization: OrganizationRecord): OrganizationView {
    return toView(OrganizationView, { ...organization, object: 'organization' });
  }
}

/** A product that the organization holds. */
export class ProductView {
  @ChoiceField(['product'], { description: 'Always `product`.' })
  object!: 'product';

  @TextField({ description: 'Name.', example: 'ai_gateway' })
  name!: string;

  static of(name: string): ProductView {
    return { object: 'product', name };
  }
}

/** Policy for the credentials that people issue for themselves. */
export class CredentialPolicyView {
  @ChoiceField(['credential_policy'], { description: 'Always `credential_policy`.' })
  object!: 'credential_policy';

  @CountField({ description: 'Maximum lifetime of a PAT, in days.' })
  max_pat_lifetime_days!: number;

  @CountField({ description: 'Maximum number of PATs per person.' })
  max_pats_per_user!: number;

  @FlagField({ description: 'Whether tokens of virtual accounts may be issued without an expiry.' })
  allow_non_expiring_vat!: boolean;

  @TimeField({ description: 'When the organization, which has the policy, was last changed.' })
  updated_at!: string;

  static of(policy: OrganizationRecord): CredentialPolicyView {
    return toView(CredentialPolicyView, { ...policy, object: 'credential_policy' });
  }
}

/** Policy for sign-ins with a password. */
export class SignInPolicyView {
  @ChoiceField(['sign_in_policy'], { description: 'Always `sign_in_policy`.' })
  object!: 'sign_in_policy';

  @FlagField({ description: 'Whether people who sign in with a password need a second factor.' })
  requires_second_factor!: boolean;

  @TimeField({ description: 'When the organization, which has the policy, was last changed.' })
  updated_at!: string;

  static of(policy: OrganizationRecord): SignInPolicyView {
    return toView(SignInPolicyView, { ...policy, object: 'sign_in_policy' });
  }
}
