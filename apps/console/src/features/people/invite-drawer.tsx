import { Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findTeams, findWorkspaces } from '../../api/lookups.js';
import { useSession } from '../../api/session.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { SearchSelect } from '../../ui/search-select.js';
import { SecretOnce } from '../../ui/secret-once.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { inviteLinkOf } from './invite-link.js';
import { EMPTY_INVITE, type InviteValues, needsPlace, toInvite } from './invite-values.js';
import { useInviteActions } from './queries.js';

/** Invites somebody. The link is shown once: the service sends no mail. */
export function InviteDrawer({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('people');
  const { can, workspaces } = useSession();
  const { create } = useInviteActions();
  const [{ workspace = null }] = useUrlState();
  const [link, setLink] = useState<string>();
  const roles = can('org.owners.manage')
    ? (['org_member', 'org_admin', 'owner'] as const)
    : (['org_member', 'org_admin'] as const);
  return (
    <>
      <FormDrawer
        opened={opened}
        title={t('invite.title')}
        onClose={onClose}
        draftKey="invite:new"
        row={undefined}
        initialValues={{ ...EMPTY_INVITE, workspace_id: workspace }}
        validate={{ email: (value) => (/^\S+@\S+\.\S+$/.test(value.trim()) ? null : t('required.email')) }}
        submitLabel={t('action.invite')}
        onSubmit={async (values) => {
          const { token } = await create(toInvite(values, Date.now()));
          onClose();
          setLink(inviteLinkOf(token));
        }}
      >
        {(form) => (
          <Stack gap={16}>
            <TextInput label={t('field.email')} type="email" required data-autofocus {...form.getInputProps('email')} />
            <Select
              label={t('field.role')}
              allowDeselect={false}
              description={t(`roleHint.${form.values.role}`)}
              data={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
              {...form.getInputProps('role')}
            />
            <SearchSelect
              label={t('field.workspace')}
              {...(needsPlace(form.values) && { description: t('hint.noWorkspace') })}
              clearable
              queryKey={['workspaces']}
              load={findWorkspaces}
              {...namedIn(workspaces, form.values.workspace_id)}
              {...form.getInputProps('workspace_id')}
            />
            {form.values.workspace_id !== null && <WorkspaceRole form={form} />}
            <SearchSelect
              label={t('field.team')}
              clearable
              queryKey={['teams']}
              load={findTeams}
              {...form.getInputProps('team_id')}
            />
            <Select
              label={t('field.validFor')}
              allowDeselect={false}
              data={['1', '7', '30'].map((value) => ({ value, label: t('days', { count: Number(value) }) }))}
              {...form.getInputProps('days')}
              error={form.errors.expires_at}
            />
          </Stack>
        )}
      </FormDrawer>
      {link !== undefined && <SecretOnce secret={link} label={t('invite.link')} onClose={() => setLink(undefined)} />}
    </>
  );
}

/** Role in the workspace that the invitation names. */
function WorkspaceRole({ form }: { readonly form: UseFormReturnType<InviteValues> }): ReactNode {
  const { t } = useTranslation('people');
  return (
    <Select
      label={t('field.workspaceRole')}
      description={t(`workspaceRoleHint.${form.values.workspace_role}`)}
      allowDeselect={false}
      data={(['viewer', 'editor', 'admin'] as const).map((value) => ({
        value,
        label: t(`workspaceRole.${value}`),
      }))}
      {...form.getInputProps('workspace_role')}
    />
  );
}

/** The name of a workspace that was chosen before the list of them is read. */
function namedIn(workspaces: readonly { readonly id: string; readonly name: string }[], chosen: string | null) {
  const known = workspaces.find(({ id }) => id === chosen);
  return known === undefined ? {} : { selected: { value: known.id, label: known.name } };
}
