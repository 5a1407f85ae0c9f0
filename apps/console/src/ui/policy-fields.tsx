import { Input, SegmentedControl, Switch } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from './action-button.js';
import { notify } from './notify.js';
import { StateBadge } from './state-badge.js';

export type PolicyScope = 'workspace' | 'organization';

interface ScopeFieldProps {
  readonly value: PolicyScope;
  readonly onChange: (scope: PolicyScope) => void;
}

/** Scope of a new policy; only for people who may set it for the whole organization. */
export function ScopeField({ value, onChange }: ScopeFieldProps): ReactNode {
  const { t } = useTranslation('policies');
  return (
    <Input.Wrapper label={t('field.scope')} description={t('hint.scope')} labelElement="div">
      <SegmentedControl
        mt={4}
        fullWidth
        aria-label={t('field.scope')}
        value={value}
        onChange={(scope) => onChange(scope as PolicyScope)}
        data={(['workspace', 'organization'] as const).map((scope) => ({ value: scope, label: t(`scope.${scope}`) }))}
      />
    </Input.Wrapper>
  );
}

export function EnabledField({
  value,
  onChange,
}: {
  readonly value: boolean;
  readonly onChange: (on: boolean) => void;
}): ReactNode {
  const { t } = useTranslation('policies');
  return (
    <Switch
      label={t('field.enabled')}
      description={t('hint.enabled')}
      checked={value}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}

interface EnabledBadgeProps {
  readonly enabled: boolean;
  /** The policy does nothing, whether it is on or not. */
  readonly isIdle?: boolean;
}

export function EnabledBadge({ enabled, isIdle = false }: EnabledBadgeProps): ReactNode {
  const { t } = useTranslation('policies');
  if (enabled && isIdle) return <StateBadge state="warning" label={t('state.idle')} />;
  return <StateBadge state={enabled ? 'ok' : 'off'} label={t(enabled ? 'state.on' : 'state.off')} />;
}

export function ScopeText({ workspaceId }: { readonly workspaceId: string | null }): ReactNode {
  const { t } = useTranslation('policies');
  return t(workspaceId === null ? 'scope.organization' : 'scope.workspace');
}

interface PauseButtonProps {
  readonly enabled: boolean;
  readonly onChange: (enabled: boolean) => Promise<unknown>;
}

/** Pauses and resumes a policy without a form. */
export function PauseButton({ enabled, onChange }: PauseButtonProps): ReactNode {
  const { t } = useTranslation('policies');
  const [isBusy, setBusy] = useState(false);
  const Sign = enabled ? IconPlayerPause : IconPlayerPlay;
  const change = async (): Promise<void> => {
    setBusy(true);
    try {
      await onChange(!enabled);
      notify.success(t(enabled ? 'done.pause' : 'done.resume'));
    } catch (error) {
      notify.failure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ActionButton icon={Sign} loading={isBusy} onClick={() => void change()}>
      {t(enabled ? 'action.pause' : 'action.resume')}
    </ActionButton>
  );
}

/** True if a list names nothing: null means everything. */
export const isNothing = (names: readonly string[] | null): boolean => names?.length === 0;

/** A list of names, or the words for "all". */
export function NamesText({
  names,
  all,
}: {
  readonly names: readonly string[] | null;
  readonly all: string;
}): ReactNode {
  const { t } = useTranslation('policies');
  if (names === null) return all;
  return <span dir="auto">{names.length === 0 ? t('none') : names.join(', ')}</span>;
}
