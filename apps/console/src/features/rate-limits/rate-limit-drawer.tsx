import { Group, Stack } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { versionOf } from '../../api/versions.js';
import { ActionButton } from '../../ui/action-button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { CountText } from '../../ui/count-text.js';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { FactList } from '../../ui/fact-list.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { readDraft } from '../../ui/form-draft.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { IdText } from '../../ui/id-text.js';
import { notify } from '../../ui/notify.js';
import { StateBadge } from '../../ui/state-badge.js';
import { TimeText } from '../../ui/time-text.js';
import { findRateLimit, useRateLimit, useRateLimitActions } from './queries.js';
import { RateLimitForm } from './rate-limit-form.js';
import { CEILINGS, hasCeiling, type RateLimit, toChangedRateLimit, valuesOfRateLimit } from './rate-limit-values.js';
import { SubjectText } from './subject-text.js';

/** A rate-limit policy and what can be done with it. */
export function RateLimitDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('rate-limits');
  const { can } = useSession();
  const { data: limit, error, refetch } = useRateLimit(id);
  const canManage = limit !== undefined && can('gateway.ratelimits.manage', limit.workspace_id ?? undefined);
  return (
    <DetailDrawer opened title={limit?.name ?? t('title')} onClose={onClose}>
      {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {limit && (
        <Stack gap={16}>
          {canManage && <RateLimitButtons limit={limit} onClose={onClose} />}
          <FactList
            facts={[
              {
                label: t('field.state'),
                value: (
                  <StateBadge
                    state={limit.enabled ? 'ok' : 'off'}
                    label={t(limit.enabled ? 'state.on' : 'state.off')}
                  />
                ),
              },
              { label: t('field.scope'), value: t(`scope.${limit.scope}`) },
              { label: t('field.subject'), value: <SubjectText limit={limit} /> },
              { label: t('field.model'), value: limit.model ?? t('everyModel') },
              { label: t('field.appliesPer'), value: t(`appliesPer.${limit.applies_per}`) },
              ...CEILINGS.map((name) => ({
                label: t(`ceiling.${name}`),
                value: limit[name] === 0 ? t('unlimited') : <CountText n={limit[name]} />,
              })),
              { label: t('field.updated'), value: <TimeText at={limit.updated_at} /> },
              { label: t('field.id'), value: <IdText id={limit.id} /> },
            ]}
          />
        </Stack>
      )}
    </DetailDrawer>
  );
}

function RateLimitButtons({ limit, onClose }: { readonly limit: RateLimit; readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('rate-limits');
  const { update, remove } = useRateLimitActions();
  const { id, name, enabled } = limit;
  const draftKey = `rate-limit:${id}`;
  // A session that ended in the form leaves its draft: the form is there again.
  const [intent, setIntent] = useState<'edit' | 'remove' | undefined>(readDraft(draftKey) && 'edit');
  const end = (): void => setIntent(undefined);
  const toggle = async (): Promise<void> => {
    try {
      await update(id, { enabled: !enabled });
      notify.success(t(enabled ? 'done.pause' : 'done.resume'));
    } catch (failure) {
      notify.failure(failure);
    }
  };
  return (
    <Group gap={8}>
      <ActionButton icon={IconPencil} onClick={() => setIntent('edit')}>
        {t('action.edit')}
      </ActionButton>
      <ActionButton icon={enabled ? IconPlayerPause : IconPlayerPlay} onClick={() => void toggle()}>
        {t(enabled ? 'action.pause' : 'action.resume')}
      </ActionButton>
      <ActionButton icon={IconTrash} c="red" onClick={() => setIntent('remove')}>
        {t('action.delete')}
      </ActionButton>
      <EditRateLimit limit={limit} draftKey={draftKey} opened={intent === 'edit'} onClose={end} />
      <ConfirmDialog
        opened={intent === 'remove'}
        title={t('remove.title', { name })}
        consequence={t('remove.text')}
        confirmLabel={t('action.delete')}
        danger
        onClose={end}
        onConfirm={async () => {
          await remove(id);
          onClose();
          notify.success(t('done.remove'));
        }}
      />
    </Group>
  );
}

interface EditRateLimitProps {
  readonly limit: RateLimit;
  readonly draftKey: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

function EditRateLimit({ limit, draftKey, opened, onClose }: EditRateLimitProps): ReactNode {
  const { t } = useTranslation('rate-limits');
  const { update } = useRateLimitActions();
  return (
    <FormDrawer
      opened={opened}
      title={t('edit.title', { name: limit.name })}
      onClose={onClose}
      draftKey={draftKey}
      initialValues={valuesOfRateLimit(limit)}
      row={limit}
      read={async () => {
        const stored = await findRateLimit(limit.id);
        return { values: valuesOfRateLimit(stored), version: versionOf(stored) };
      }}
      nameField={(field) => t(`field.${field}`, { defaultValue: t(`ceiling.${field}`, { defaultValue: field }) })}
      validate={(values) => ({
        name: values.name.trim() ? null : t('required.name'),
        ceilings: hasCeiling(values) ? null : t('required.ceiling'),
      })}
      submitLabel={t('action.save')}
      onSubmit={async (values, version) => {
        await update(limit.id, toChangedRateLimit(values), version);
        onClose();
        notify.success(t('done.save'));
      }}
    >
      {(form) => <RateLimitForm form={form} workspaceId={limit.workspace_id ?? ''} isNew={false} canWiden={false} />}
    </FormDrawer>
  );
}
