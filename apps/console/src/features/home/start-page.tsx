import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionQuery, useSession } from '../../api/session.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Page } from '../../ui/page.js';

/**
 * The console's first address for a person who has no workspace, with what to do; others are led to theirs (app/shell.tsx), and so is this
 * person as soon as there is one.
 */
export default function StartPage() {
  const { t } = useTranslation('home');
  const { can, organization, user } = useSession();
  const cache = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const mayCreate = can('org.workspaces.manage');
  const check = async (): Promise<void> => {
    setBusy(true);
    await cache.invalidateQueries({ queryKey: sessionQuery.queryKey });
    setBusy(false);
  };
  return (
    <Page title={t('noWorkspaceTitle')}>
      <EmptyState
        sentence={
          mayCreate ? t('noWorkspaceCreate') : t('noWorkspace', { email: user.email, organization: organization.name })
        }
        action={
          <Group gap="sm">
            {mayCreate && (
              <Button component={Link} {...({ to: '/org/workspaces' } as object)}>
                {t('createWorkspace')}
              </Button>
            )}
            <Button variant="default" loading={isBusy} onClick={() => void check()}>
              {t('checkAgain')}
            </Button>
          </Group>
        }
      />
    </Page>
  );
}
