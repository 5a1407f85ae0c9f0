import { ObjectListField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, FlagField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

/** Address to send the browser to, for a test. */
export class StartedSsoTestView {
  @ChoiceField(['sso_test'], { description: 'Always `sso_test`.' })
  object!: 'sso_test';

  @TextField({
    nullable: true,
    max: 8_000,
    description:
      'Where the browser goes on: the sign-in page of the identity provider. Null where the test has failed already: `test` of `GET /org/sso` has its problems.',
  })
  address!: string | null;
}

export class SsoProblemView {
  @ChoiceField(['issuer', 'client_id', 'client_secret'], {
    nullable: true,
    description: 'Field that is most likely at fault. Null: a setting at the identity provider.',
  })
  field!: 'issuer' | 'client_id' | 'client_secret' | null;

  @TextField({ description: 'Stable name of the problem.' })
  code!: string;

  @TextField({ max: 1_000, description: 'What is wrong, and what to do.' })
  message!: string;

  @FlagField({ description: 'Whether people can sign in nevertheless.' })
  is_warning!: boolean;
}

export class SsoTestWorkspaceView {
  @IdField({ description: 'The workspace.' })
  workspace_id!: string;

  @TextField({ description: 'Its name.' })
  name!: string;

  @ChoiceField(['viewer', 'editor', 'admin'], { description: 'Role of the person there.' })
  role!: 'viewer' | 'editor' | 'admin';

  @TextField({ nullable: true, description: 'Team of the person there. Null: none.' })
  team!: string | null;
}

/** Result of the last test of the present settings. It signed nobody in and changed no account. */
export class SsoTestView {
  @TimeField({ description: 'When the test ended.' })
  tested_at!: string;

  @IdField({ description: 'The owner who tested.' })
  tested_by!: string;

  @FlagField({ description: 'Whether the identity provider signed the person in. The settings can then be enabled.' })
  has_passed!: boolean;

  @TextField({ nullable: true, max: 2_000, description: 'Issuer of the ID token. Null where none arrived.' })
  issuer!: string | null;

  @TextField({ nullable: true, max: 500, description: 'The identity: `sub` of the ID token.' })
  subject!: string | null;

  @TextField({ nullable: true, max: 500, description: 'Email address that arrived.' })
  email!: string | null;

  @FlagField({ description: 'Whether the identity provider vouches for the address.' })
  is_email_verified!: boolean;

  @TextField({ nullable: true, max: 500, description: 'Name that arrived.' })
  name!: string | null;

  @TextListField({
    maxItems: 200,
    description: 'Groups that arrived. Access follows from SCIM groups, not from these.',
  })
  groups!: readonly string[];

  @ChoiceField(['account', 'link', 'create', 'refused'], {
    nullable: true,
    description:
      'What a sign-in would do: open the linked `account`, `link` an account to the identity, `create` one from an invitation, or be `refused`. Null where no identity arrived.',
  })
  outcome!: 'account' | 'link' | 'create' | 'refused' | null;

  @ChoiceField(['owner', 'org_admin', 'org_member'], {
    nullable: true,
    description: 'Role in the organization that the person would have.',
  })
  role!: 'owner' | 'org_admin' | 'org_member' | null;

  @ObjectListField(() => SsoTestWorkspaceView, {
    maxItems: 50,
    description: 'Workspaces that the person would have, with role and team: of people, invitations and SCIM mappings.',
  })
  workspaces!: readonly SsoTestWorkspaceView[];

  @ObjectListField(() => SsoProblemView, { maxItems: 20, description: 'Problems that were found.' })
  problems!: readonly SsoProblemView[];
}
