import { Box, Group, Menu, Select, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconLogout } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, basePath } from '../api/client.js';
import type { Session } from '../api/session.js';
import { forgetDrafts } from '../ui/form-draft.js';

/** Chooses the workspace whose pages are shown. */
export function WorkspaceSwitcher({
  session,
  workspaceId,
}: {
  readonly session: Session;
  readonly workspaceId: string | undefined;
}) {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const go = (id: string | null) => {
    if (id === null || id === workspaceId) return;
    // The same page of the other workspace; things of the old one are not there.
    const page = /^\/w\/[^/]+(\/[^/]+)?/.exec(pathname)?.[1] ?? '';
    void navigate({ to: `/w/${id}${page}` } as never);
  };
  return (
    <Select
      aria-label={t('workspace')}
      data={session.workspaces.map(({ id, name }) => ({ value: id, label: name }))}
      value={workspaceId ?? null}
      onChange={go}
      allowDeselect={false}
      searchable={session.workspaces.length > 8}
      size="sm"
    />
  );
}

/** Menu of the person who is signed in, with the way out. */
export function PersonMenu({ session: { organization, user } }: { readonly session: Session }) {
  const { t } = useTranslation('common');
  const signOut = async () => {
    await api.post('/auth/logout').catch(() => undefined);
    forgetDrafts();
    // Ends the session at the identity provider too; without one it leads to the sign-in page.
    location.assign(`${basePath()}/auth/sso/end`);
  };
  return (
    <Menu position="top-start" width={220}>
      <Menu.Target>
        <UnstyledButton w="100%" p="xs">
          <VisuallyHidden>{t('accountOf')}</VisuallyHidden>
          <Group gap="xs" wrap="nowrap" justify="space-between">
            <Box style={{ minWidth: 0 }}>
              <Text size="sm" truncate="end" dir="auto">
                {user.name}
              </Text>
              <Text size="xs" c="dimmed" truncate="end" dir="auto">
                {organization.name}
              </Text>
            </Box>
            <IconChevronDown size={14} aria-hidden />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Item leftSection={<IconLogout size={14} aria-hidden />} onClick={() => void signOut()}>
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
