import { Autocomplete } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMediaModels } from '../../api/models.js';
import { useUrlState } from '../../ui/use-url-state.js';

interface MediaModelProps {
  readonly workspaceId: string;
  /** The type that models of the workspace have; those of gateway.yaml do not say theirs. */
  readonly type: string;
  readonly isDisabled?: boolean;
}

/** The model that is asked, which the address keeps. */
export function useMediaModel(): string {
  const [{ model = '' }] = useUrlState();
  return model;
}

export function MediaModel({ isDisabled = false, type, workspaceId }: MediaModelProps): ReactNode {
  const { t } = useTranslation('media');
  const [{ model = '' }, setSearch] = useUrlState();
  const { data = [], isPending } = useMediaModels(workspaceId, type);
  return (
    <Autocomplete
      label={t('model.label')}
      description={t('model.hint')}
      placeholder={isPending ? t('model.loading') : t('model.placeholder')}
      required
      disabled={isDisabled}
      data={[...data]}
      limit={60}
      maxLength={512}
      dir="auto"
      value={model}
      onChange={(next) => setSearch({ model: next || undefined }, { replace: true })}
    />
  );
}
