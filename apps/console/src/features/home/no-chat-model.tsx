import { Alert, Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Says that the workspace has models, none of which the person can chat with, and leads to them. */
export function NoChatModel({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const { t } = useTranslation('home');
  return (
    <Alert color="gray" mb="md" title={t('noChatModel.title')}>
      {t('noChatModel.text')}{' '}
      <Anchor component={Link} {...({ to: `/w/${workspaceId}/models` } as object)} inherit underline="always">
        {t('noChatModel.link')}
      </Anchor>
    </Alert>
  );
}
