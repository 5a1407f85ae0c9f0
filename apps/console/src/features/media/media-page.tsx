import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/use-workspace.js';
import { Page } from '../../ui/page.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { ImagePanel } from './image-panel.js';
import { RealtimePanel } from './realtime-panel.js';
import { SpeechPanel } from './speech-panel.js';
import { TranscriptionPanel } from './transcription-panel.js';

const TABS = ['image', 'speech', 'transcription', 'realtime'] as const;

/** Tries models that draw, speak, transcribe and talk. */
export default function MediaPage(): ReactNode {
  const { t } = useTranslation('media');
  const workspace = useWorkspace();
  const [search, setSearch] = useUrlState();
  const tab = TABS.find((name) => name === search.tab) ?? 'image';
  return (
    <Page title={t('title')} description={t('description')}>
      <Tabs
        value={tab}
        onChange={(value) => setSearch({ tab: value === 'image' ? undefined : (value ?? undefined), model: undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="image">
          <ImagePanel workspaceId={workspace.id} />
        </Tabs.Panel>
        <Tabs.Panel value="speech">
          <SpeechPanel workspaceId={workspace.id} />
        </Tabs.Panel>
        <Tabs.Panel value="transcription">
          <TranscriptionPanel workspaceId={workspace.id} />
        </Tabs.Panel>
        <Tabs.Panel value="realtime">
          <RealtimePanel workspaceId={workspace.id} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
