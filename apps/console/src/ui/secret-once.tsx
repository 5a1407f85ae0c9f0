import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.js';

export interface SecretOnceProps {
  readonly secret: string;
  /** Name of the secret: "API key". */
  readonly label: string;
  readonly onClose: () => void;
  /** Further actions with the secret while it is shown. */
  readonly children?: ReactNode;
}

/** Props of a form that makes a secret. */
export interface NewSecretProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

/** A dialog with a secret that is shown this once. It closes by its button only, so that no stray click loses the secret. */
export function SecretOnce({ secret, label, onClose, children }: SecretOnceProps): ReactNode {
  const { t } = useTranslation('common');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('secret.title', { label })}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      centered
    >
      <Stack gap={16}>
        <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t('secret.text')}
        </Alert>
        <Group gap={8} wrap="nowrap" align="start">
          <Code
            block
            style={{ flex: 1, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', userSelect: 'all' }}
            aria-label={label}
          >
            {secret}
          </Code>
          <CopyButton value={secret} label={t('secret.copy', { label })} size="lg" />
        </Group>
        <Text size="xs" c="dimmed">
          {t('secret.hint')}
        </Text>
        {children}
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            {t('secret.done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
