import { useSessionStorage } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { takeOpened } from '../../api/conversations/opened-conversation.js';
import { NO_SETTINGS, type Settings } from './build-body.js';
import type { OwnSettings } from './lane-settings.js';
import { readLink } from './playground-link.js';

const NO_OWN: OwnSettings = {};

/**
 * Settings of the lanes, which this tab remembers for a workspace, and the messages that the playground begins with: those of a link, or
 * of a conversation that was opened in it.
 */
export function useBenchSettings(workspaceId: string) {
  const [linked] = useState(() => readLink(location.hash));
  const [opened] = useState(() => linked ?? takeOpened(workspaceId));
  const [settings, setSettings] = useSessionStorage<Settings>({
    key: `playground-settings-${workspaceId}`,
    defaultValue: NO_SETTINGS,
    getInitialValueInEffect: false,
  });
  const [own, setOwn] = useSessionStorage<OwnSettings>({
    key: `playground-own-settings-${workspaceId}`,
    defaultValue: NO_OWN,
    getInitialValueInEffect: false,
  });
  const navigate = useNavigate();
  useEffect(() => {
    if (opened !== undefined && 'system' in opened) setSettings((before) => ({ ...before, system: opened.system }));
  }, [opened, setSettings]);
  useEffect(() => {
    if (linked === undefined) return;
    setSettings(linked.settings);
    setOwn(linked.own);
    // Later changes are not in the link: it goes, so that nobody takes it for what is shown.
    void navigate({ to: '.', search: true, hash: '', replace: true } as never);
  }, [linked, navigate, setOwn, setSettings]);
  return { settings, setSettings, own, setOwn, messages: opened?.messages };
}
