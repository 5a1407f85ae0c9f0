import { Alert, AppShell, Box, Burger, Button, Center, Group, Loader, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Navigate, Outlet, useLocation, useMatches, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../api/client.js';
import { findLastWorkspace, keepLastWorkspace } from '../api/last-workspace.js';
import { type Session, SessionContext, useSessionQuery } from '../api/session.js';
import { FailureNotice } from '../ui/failure-notice.js';
import { ForbiddenState } from '../ui/forbidden-state.js';
import { keepDraftsOf } from '../ui/form-draft.js';
import { LanesMark } from '../ui/lanes-mark.js';
import { findPage, isWide, sectionsOf } from './navigation.js';
import { NavigationList } from './navigation-list.js';
import { PersonMenu, WorkspaceSwitcher } from './shell-menus.js';
import { loadCommandPalette, loadSoon, useCommandPalette } from './use-command-palette.js';

const CommandPalette = lazy(loadCommandPalette);

/** Everything around a page: who is signed in, where they are, and where else they can go. */
export function Shell() {
  const { t } = useTranslation('common');
  const { data: session, error, isPending, refetch } = useSessionQuery();
  // A 401 is on its way to the sign-in page already. A session that is known stays, with all that was typed, while it cannot be asked for.
  if (!session && error && !(error instanceof ApiFailure && error.status === 401)) {
    return (
      <Center mih="100dvh" p="md" component="main">
        <FailureNotice failure={error} onRetry={() => void refetch()} />
      </Center>
    );
  }
  if (isPending || !session) {
    return (
      <Center mih="100dvh" component="main">
        <Loader aria-label={t('loading')} />
      </Center>
    );
  }
  // Before a form is drawn, which reads its draft.
  keepDraftsOf(`${session.organization.id}:${session.user.id}`);
  return (
    <SessionContext.Provider value={session}>
      <Frame session={session} />
    </SessionContext.Provider>
  );
}

const PAGE_WIDTH = 1280;

function Frame({ session }: { readonly session: Session }) {
  const { t } = useTranslation(['common', 'navigation']);
  const { pathname } = useLocation();
  const { workspace: inUrl } = useParams({ strict: false }) as { workspace?: string };
  const [isOpen, { close, toggle }] = useDisclosure(false);
  const palette = useCommandPalette();
  const route = useMatches().at(-1)?.fullPath ?? '';
  const workspace = useCurrentWorkspace(session, inUrl);
  const workspaceId = workspace?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page was chosen on a phone.
  useEffect(close, [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is open, whose link may be below the others.
  useEffect(() => {
    document.querySelector('nav [aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  // Before anything can be clicked: a later redirect would undo the click.
  if (pathname === '/' && workspaceId !== undefined)
    return <Navigate {...({ to: `/w/${workspaceId}`, replace: true } as unknown as { to: '.' })} />;
  const sections = sectionsOf(session, workspaceId);
  return (
    <AppShell
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      header={{ height: { base: 52, sm: 0 } }}
      padding={{ base: 'md', sm: 'lg' }}
    >
      <a href="#page" className="skip-link">
        {t('common:skip')}
      </a>
      <AppShell.Header hiddenFrom="sm">
        <Group h="100%" px="md" gap="sm">
          <Burger opened={isOpen} onClick={toggle} size="sm" aria-label={t('common:menu')} aria-expanded={isOpen} />
          <LanesMark size={20} />
          <Text fw={600}>Multilane</Text>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label={t('common:navigation')}>
        <AppShell.Section p="sm">
          <Group gap="xs" visibleFrom="sm" mb="sm">
            <LanesMark size={20} />
            <Text fw={600}>Multilane</Text>
          </Group>
          <WorkspaceSwitcher session={session} workspaceId={workspaceId} />
          <SearchButton onOpen={palette.open} />
        </AppShell.Section>
        <AppShell.Section grow px="sm" style={{ overflowY: 'auto' }}>
          <NavigationList sections={sections} pathname={pathname} workspaceId={workspaceId} />
        </AppShell.Section>
        <AppShell.Section p="sm" style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}>
          <PersonMenu session={session} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        <Box maw={isWide(route) ? undefined : PAGE_WIDTH} mx="auto">
          <Content session={session} isWorkspaceKnown={inUrl === undefined || workspace?.id === inUrl} />
        </Box>
      </AppShell.Main>
      {palette.isOpen && (
        <Suspense fallback={null}>
          <CommandPalette sections={sections} workspaceId={workspaceId} typed={palette.typed} onClose={palette.close} />
        </Suspense>
      )}
    </AppShell>
  );
}

/** The workspace of the address, or else the last one, or else the oldest; remembered in this browser. */
function useCurrentWorkspace({ workspaces }: Session, inUrl: string | undefined) {
  const workspace = workspaces.find(({ id }) => id === inUrl) ?? findLastWorkspace(workspaces);
  const workspaceId = workspace?.id;
  useEffect(() => {
    if (workspaceId !== undefined) keepLastWorkspace(workspaceId);
  }, [workspaceId]);
  return workspace;
}

function SearchButton({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Button
      fullWidth
      variant="default"
      mt="xs"
      justify="space-between"
      size="xs"
      styles={{ label: { flex: 1, fontWeight: 400 } }}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        <Text size="xs" c="dimmed" span>
          Ctrl K
        </Text>
      }
      onPointerEnter={loadSoon}
      onClick={onOpen}
    >
      {t('search')}
    </Button>
  );
}

/** The page, or why it is not shown: its permission is asked for here, for addresses that were typed. */
function Content({ isWorkspaceKnown, session }: { readonly session: Session; readonly isWorkspaceKnown: boolean }) {
  const { t } = useTranslation('common');
  const path = useMatches().at(-1)?.fullPath ?? '';
  const { workspace } = useParams({ strict: false }) as { workspace?: string };
  const permission = findPage(path);
  if (!isWorkspaceKnown) return <Alert color="gray">{t('noWorkspace')}</Alert>;
  if (permission !== undefined && !session.can(permission, workspace)) return <ForbiddenState />;
  return (
    <Suspense fallback={<Loader size="sm" aria-label={t('loading')} />}>
      <Outlet />
    </Suspense>
  );
}
