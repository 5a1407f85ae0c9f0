import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { ApiFailure } from '../api/client.js';

const SUCCESS_MS = 3000;
const FAILURE_MS = 8000;

/** Short messages about what was just done. */
export const notify = {
  success(text: string): void {
    notifications.show({ message: text, autoClose: SUCCESS_MS, closeButtonProps: closeButton() });
  },
  failure(error: unknown): void {
    const message = error instanceof ApiFailure ? error.message : i18next.t('common:failure.network');
    notifications.show({
      title: i18next.t('common:failure.title'),
      message,
      color: 'red',
      autoClose: FAILURE_MS,
      role: 'alert',
      closeButtonProps: closeButton(),
    });
  },
};

function closeButton(): { readonly 'aria-label': string } {
  return { 'aria-label': i18next.t('common:close') };
}
