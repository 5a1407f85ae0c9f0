import { Alert, Stack, Text } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeText } from '../../ui/time-text.js';
import type { ProviderCoolDown } from './queries.js';

/** Models and credentials of a provider that gateways pass over now. Nothing is shown if there are none. */
export function CoolDowns({ coolDowns }: { readonly coolDowns: readonly ProviderCoolDown[] }): ReactNode {
  const { t } = useTranslation('providers');
  if (coolDowns.length === 0) return null;
  return (
    <Alert color="orange" variant="light" icon={<IconClockPause aria-hidden />} title={t('coolDown.title')}>
      <Stack gap={12}>
        {coolDowns.map((each) => (
          <CoolDown key={`${each.kind} ${each.subject}`} coolDown={each} />
        ))}
      </Stack>
    </Alert>
  );
}

function CoolDown({ coolDown }: { readonly coolDown: ProviderCoolDown }): ReactNode {
  const { t } = useTranslation('providers');
  const { gateways, kind, reason, since, status, subject, until } = coolDown;
  return (
    <div>
      <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {subject === null ? t('coolDown.shortCredential') : t(`coolDown.${kind}`, { subject })}
      </Text>
      <Text size="sm">
        {t(`coolDown.reason.${reason}`)}
        {status !== null && ` ${t('coolDown.status', { status })}`}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        {t('coolDown.since')} <TimeText at={since} /> · {t('coolDown.until')} <TimeText at={until} /> ·{' '}
        {t('coolDown.gateways', { count: gateways })}
      </Text>
    </div>
  );
}
