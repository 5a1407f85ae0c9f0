import { IconEraser } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../ui/action-button.js';
import { notify } from '../../ui/notify.js';

/** Has no response used that is cached now. It does no harm: they are asked for again. */
export function ClearButton({ onClear }: { readonly onClear: () => Promise<unknown> }): ReactNode {
  const { t } = useTranslation('cache');
  const [isBusy, setBusy] = useState(false);
  const clear = async (): Promise<void> => {
    setBusy(true);
    try {
      await onClear();
      notify.success(t('done.clear'));
    } catch (error) {
      notify.failure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ActionButton icon={IconEraser} loading={isBusy} onClick={() => void clear()}>
      {t('action.clear')}
    </ActionButton>
  );
}
