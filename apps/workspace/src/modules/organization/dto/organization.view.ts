import type { OrganizationRecord } from '@multilane/persistence';
import { TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

/** An organization as its people see it. */
export class OrganizationView {
  @IdField({ description: 'Its id.' })
  id!: string;

  @ChoiceField(['organization'], { description: 'Always `organization`.' })
  object!: 'organization';

  @TextField({ description: 'Its name.' })
  name!: string;

  @TextListField({ description: 'The products that it holds; only the operator changes them.' })
  products!: readonly string[];

  @ChoiceField(['config', 'database'], {
    description: '`config`: declared in gateway.yaml, which alone may rename it.',
  })
  source!: string;

  @TimeField({ description: 'When it was made.' })
  created_at!: string;

  @TimeField({ description: 'When it was changed last.' })
  updated_at!: string;

  static of(organization: OrganizationRecord): OrganizationView {
    return {
      id: organization.id,
      object: 'organization',
      name: organization.name,
      products: organization.products,
      source: organization.source,
      created_at: organization.createdAt.toISOString(),
      updated_at: organization.updatedAt.toISOString(),
    };
  }
}

/** A product that the organization holds. */
export class ProductView {
  @ChoiceField(['product'], { description: 'Always `product`.' })
  object!: 'product';

  @TextField({ description: 'Its name.', example: 'ai_gateway' })
  name!: string;

  static of(name: string): ProductView {
    return { object: 'product', name };
  }
}

/** What people may issue for themselves. */
export class CredentialPolicyView {
  @ChoiceField(['credential_policy'], { description: 'Always `credential_policy`.' })
  object!: 'credential_policy';

  @CountField({ description: 'Days that a PAT may live at most.' })
  max_pat_lifetime_days!: number;

  @CountField({ description: 'PATs that a person may have at most.' })
  max_pats_per_user!: number;

  @FlagField({ description: 'Whether a virtual account token may be issued that never expires.' })
  allow_non_expiring_vat!: boolean;

  static of(policy: OrganizationRecord): CredentialPolicyView {
    return {
      object: 'credential_policy',
      max_pat_lifetime_days: policy.maxPatLifetimeDays,
      max_pats_per_user: policy.maxPatsPerUser,
      allow_non_expiring_vat: policy.allowNonExpiringVat,
    };
  }
}
