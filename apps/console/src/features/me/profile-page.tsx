import { Card } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { FactList } from '../../ui/fact-list.js';
import { IdText } from '../../ui/id-text.js';
import { Page } from '../../ui/page.js';

/** Person who is signed in. Names and addresses are changed by administrators. */
export default function ProfilePage(): ReactNode {
  const { t } = useTranslation('me');
  const { user, organization, workspaces } = useSession();
  return (
    <Page title={t('profile.title')} description={t('profile.description')}>
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
    </Page>
  );
}
