import { Button, Card, Stack } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { FactList } from '../../ui/fact-list.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { IdText } from '../../ui/id-text.js';
import { NameInput } from '../../ui/name-input.js';
import { notify } from '../../ui/notify.js';
import { Page } from '../../ui/page.js';
import { useNameChange, useProfile } from './queries.js';

/** Person who is signed in, and the name, which the person changes. Addresses and roles are changed by administrators. */
export default function ProfilePage(): ReactNode {
  const { t } = useTranslation('me');
  const { user, organization, workspaces } = useSession();
  const { data: profile, isPending } = useProfile();
  const rename = useNameChange();
  const [isOpen, setOpen] = useState(false);
  return (
    <Page
      title={t('profile.title')}
      description={t('profile.description')}
      actions={
        <Button leftSection={<IconPencil size={16} aria-hidden />} disabled={isPending} onClick={() => setOpen(true)}>
          {t('profile.rename')}
        </Button>
      }
    >
      <Card withBorder maw={720}>
        <FactList
          facts={[
            { label: t('field.name'), value: user.name },
            { label: t('field.email'), value: user.email },
            { label: t('field.organization'), value: organization.name },
            { label: t('field.role'), value: t(`role.${user.role}`) },
            { label: t('field.workspaces'), value: workspaces.map(({ name }) => name).join(', ') || t('none') },
            { label: t('field.id'), value: <IdText id={user.id} /> },
          ]}
        />
      </Card>
      <FormDrawer
        opened={isOpen}
        title={t('profile.rename')}
        onClose={() => setOpen(false)}
        draftKey="me:name"
        row={profile}
        initialValues={{ name: profile?.name ?? user.name }}
        validate={{ name: (name) => (name.trim() ? null : t('profile.required')) }}
        submitLabel={t('profile.save')}
        onSubmit={async ({ name }, version) => {
          await rename(name.trim(), version);
          setOpen(false);
          notify.success(t('profile.saved'));
        }}
      >
        {(form) => (
          <Stack gap={16}>
            <NameInput form={form} label={t('field.name')} maxLength={200} />
          </Stack>
        )}
      </FormDrawer>
    </Page>
  );
}
