import { Box, Loader } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../api/session.js';
import { Page } from '../ui/page.js';
import type { PageDefinition } from './page-definition.js';

/** A page whose code is on its way, with its heading if that is known: that of a thing comes with the thing. */
export function WaitingPage({ page: { nav, path } }: { readonly page: PageDefinition }): ReactNode {
  const { t } = useTranslation('common');
  const loader = <Loader size="sm" aria-label={t('loading')} />;
  if (nav === undefined) return <Box aria-busy>{loader}</Box>;
  return (
    <Box aria-busy>
      {nav.title === 'home' && path !== '/' ? (
        <OfWorkspace>{loader}</OfWorkspace>
      ) : (
        <Named title={nav.title}>{loader}</Named>
      )}
    </Box>
  );
}

/** Home is called as its workspace is. */
function OfWorkspace({ children }: { readonly children: ReactNode }) {
  const { workspaces } = useSession();
  const { workspace } = useParams({ strict: false }) as { workspace?: string };
  return <Page title={workspaces.find(({ id }) => id === workspace)?.name ?? ''}>{children}</Page>;
}

/** Other pages are called as in the navigation, but for a few. */
function Named({ children, title }: { readonly children: ReactNode; readonly title: string }) {
  const { t } = useTranslation('navigation');
  return <Page title={t([`heading.${title}`, `page.${title}`])}>{children}</Page>;
}
