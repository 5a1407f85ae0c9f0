import { Button, SegmentedControl, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { findProblem, type Settings } from './build-body.js';
import { type OwnSettings, settingsOf } from './lane-settings.js';
import type { Lane } from './lanes.js';
import { SettingsPanel } from './settings-panel.js';

interface Props {
  readonly lanes: readonly Lane[];
  readonly shared: Settings;
  readonly own: OwnSettings;
  /** `all`, or the place of a lane; undefined while the drawer is closed. */
  readonly shown: string | undefined;
  readonly onShow: (shown: string | undefined) => void;
  readonly onShared: (patch: Partial<Settings>) => void;
  readonly onOwn: (own: OwnSettings) => void;
}

/** Parameters and system prompt of all lanes, or of one that is to differ. */
export function SettingsDrawer({ lanes, onOwn, onShared, onShow, own, shared, shown }: Props): ReactNode {
  const { t } = useTranslation('playground');
  const lane = lanes.find(({ id }) => String(id) === shown);
  const isOwn = lane !== undefined && own[lane.id] !== undefined;
  const settings = lane === undefined ? shared : settingsOf(shared, own, lane.id);
  return (
    <DetailDrawer
      opened={shown !== undefined}
      onClose={() => onShow(undefined)}
      size={440}
      title={lane === undefined ? t('parameters') : t('parametersOf', { model: lane.model })}
    >
      <Stack gap="md">
        {lanes.length > 1 && (
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={t('parametersFor')}
            value={lane === undefined ? 'all' : String(lane.id)}
            onChange={onShow}
            data={[
              { value: 'all', label: t('allLanes') },
              ...lanes.map(({ id }) => ({ value: String(id), label: t('laneNumber', { number: id + 1 }) })),
            ]}
          />
        )}
        {lane !== undefined && (
          <>
            <Text size="sm" c="dimmed">
              {t(isOwn ? 'ownSettings' : 'sharedSettings')}
            </Text>
            {isOwn && (
              <Button
                size="xs"
                variant="default"
                onClick={() => onOwn(Object.fromEntries(Object.entries(own).filter(([id]) => id !== String(lane.id))))}
              >
                {t('useShared')}
              </Button>
            )}
          </>
        )}
        <SettingsPanel
          key={shown}
          settings={settings}
          problem={findProblem(settings)}
          onChange={(patch) =>
            lane === undefined ? onShared(patch) : onOwn({ ...own, [lane.id]: { ...settings, ...patch } })
          }
        />
      </Stack>
    </DetailDrawer>
  );
}
