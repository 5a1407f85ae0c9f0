import { Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../ui/action-button.js';
import { ConfigLock } from '../../ui/config-lock.js';
import { CountText } from '../../ui/count-text.js';
import { FactList } from '../../ui/fact-list.js';
import { IdText } from '../../ui/id-text.js';
import { MoneyText } from '../../ui/money-text.js';
import { TimeText } from '../../ui/time-text.js';
import { KeyBadge } from './key-badge.js';
import type { Key } from './key-values.js';
import { useTeamOfKey } from './queries.js';
import { RequestsLink } from './requests-link.js';

export type KeyIntent = 'edit' | 'rotate' | 'disable' | 'enable' | 'revoke';

interface KeyDetailsProps {
  readonly shown: Key;
  readonly canManage: boolean;
  readonly onIntent: (intent: KeyIntent) => void;
}

/** All that is known about a key, and what can be done with it. */
export function KeyDetails({ shown, canManage, onIntent }: KeyDetailsProps): ReactNode {
  const { t } = useTranslation('keys');
  const team = useTeamOfKey(shown);
  const models = team.data?.allowed_models;
  const unlimited = t('unlimited');
  return (
    <Stack gap={16}>
      {shown.source === 'config' && <ConfigLock />}
      {canManage && shown.source === 'database' && <KeyButtons shown={shown} onIntent={onIntent} />}
      <FactList
        facts={[
          { label: t('field.state'), value: <KeyBadge shown={shown} /> },
          {
            label: t('field.hint'),
            value: (
              <Text ff="monospace" size="sm" span>
                {shown.key_hint}
              </Text>
            ),
          },
          { label: t('field.team'), value: shown.team },
          {
            label: t('field.models'),
            value:
              models === undefined
                ? '—'
                : models === null
                  ? t(shown.workspace_id === null ? 'models.allOfConfig' : 'models.allOfWorkspace')
                  : models.join(', ') || t('models.none'),
          },
          { label: t('field.role'), value: t(`role.${shown.role}`) },
          {
            label: t('field.workspace'),
            value: shown.workspace_id === null ? t('unbound') : (shown.workspace ?? shown.workspace_id),
          },
          {
            label: t('field.owner'),
            value: shown.user_id === null ? t('nobody') : (shown.user ?? shown.user_id),
          },
          { label: t('field.rpm'), value: shown.rpm_limit === 0 ? unlimited : <CountText n={shown.rpm_limit} /> },
          { label: t('field.tpm'), value: shown.tpm_limit === 0 ? unlimited : <CountText n={shown.tpm_limit} /> },
          {
            label: t('field.parallel'),
            value: shown.max_parallel === 0 ? unlimited : <CountText n={shown.max_parallel} />,
          },
          {
            label: t('field.budget'),
            value:
              shown.budget_usd_monthly === 0 ? (
                unlimited
              ) : (
                <>
                  <MoneyText usd={shown.budget_usd_monthly} /> · {t(`period.${shown.budget_reset_period}`)}
                </>
              ),
          },
          {
            label: t('field.expires'),
            value: shown.expires_at === null ? t('never') : <TimeText at={shown.expires_at} />,
          },
          {
            label: t('field.used'),
            value: shown.last_used_at === null ? t('unused') : <TimeText at={shown.last_used_at} />,
          },
          { label: t('field.spent'), value: <MoneyText usd={shown.spent_usd} /> },
          { label: t('field.requests'), value: <RequestsLink shown={shown} /> },
          { label: t('field.created'), value: shown.created_at === null ? '—' : <TimeText at={shown.created_at} /> },
          { label: t('field.id'), value: <IdText id={shown.id} /> },
        ]}
      />
    </Stack>
  );
}

function KeyButtons({ shown, onIntent }: Pick<KeyDetailsProps, 'shown' | 'onIntent'>): ReactNode {
  const { t } = useTranslation('keys');
  return (
    <Group gap={8}>
      <ActionButton icon={IconPencil} onClick={() => onIntent('edit')}>
        {t('action.edit')}
      </ActionButton>
      <ActionButton icon={IconRefresh} onClick={() => onIntent('rotate')}>
        {t('action.rotate')}
      </ActionButton>
      {shown.disabled ? (
        <ActionButton icon={IconPlayerPlay} onClick={() => onIntent('enable')}>
          {t('action.enable')}
        </ActionButton>
      ) : (
        <ActionButton icon={IconPlayerPause} onClick={() => onIntent('disable')}>
          {t('action.disable')}
        </ActionButton>
      )}
      <ActionButton icon={IconTrash} c="red" onClick={() => onIntent('revoke')}>
        {t('action.revoke')}
      </ActionButton>
    </Group>
  );
}
