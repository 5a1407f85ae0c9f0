import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../api/client.js';
import { describeFailure } from './notify.js';

/** Loaded when there is an id to show: the button that copies it would be much of what the console loads first. */
const IdText = lazy(() => import('./id-text.js').then((loaded) => ({ default: loaded.IdText })));

/** Failure in the words of the service, or in those that are given, with the request id to look for in its log. */
export function FailureNotice({
  failure,
  onRetry,
  words,
}: {
  readonly failure: unknown;
  readonly words?: string | undefined;
  readonly onRetry?: () => void;
}): ReactNode {
  const { t } = useTranslation('common');
  const message = words ?? describeFailure(failure);
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t('failure.title')}
      role="alert"
      my={8}
    >
      <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {message}
      </Text>
      <Group gap={16} mt={8}>
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
        {failure instanceof ApiFailure && failure.requestId && (
          <Text size="xs" component="span">
            {t('failure.request')}{' '}
            <Suspense fallback={failure.requestId}>
              <IdText id={failure.requestId} />
            </Suspense>
          </Text>
        )}
      </Group>
    </Alert>
  );
}
