import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../ui/form-drawer.js';
import { useDocumentActions } from './queries.js';
import { isAddress, isInterval } from './read-address.js';

interface AddressDrawerProps {
  readonly baseId: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Adds the page at an address to a base, once or again and again. */
export function AddressDrawer({ baseId, opened, onClose }: AddressDrawerProps): ReactNode {
  const { t } = useTranslation('knowledge');
  const { addAddress } = useDocumentActions(baseId);
  return (
    <FormDrawer
      opened={opened}
      title={t('addAddress')}
      onClose={onClose}
      draftKey={`knowledge-address-${baseId}`}
      // An address may hold a password or a signature.
      secrets={['url']}
      submitLabel={t('fetch')}
      row={undefined}
      initialValues={{ url: '', hours: '' }}
      validate={{
        url: (url: string) => (isAddress(url) ? null : t('invalidAddress')),
        hours: (hours: string) => (isInterval(hours) ? null : t('invalidHours')),
      }}
      onSubmit={async ({ hours, url }) => {
        await addAddress(url, hours);
        onClose();
      }}
    >
      {(form) => (
        <>
          <TextInput type="url" label={t('address')} required placeholder="https://" {...form.getInputProps('url')} />
          <TextInput
            label={t('hours')}
            description={t('hoursText')}
            inputMode="numeric"
            {...form.getInputProps('hours')}
          />
        </>
      )}
    </FormDrawer>
  );
}
