import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CountText } from '../../ui/count-text.js';
import { RequestsLink } from '../../ui/requests-link.js';
import { StateBadge } from '../../ui/state-badge.js';
import { OUTCOME_NAMES, type OutcomeName, outcomesOf, type Sums } from './activity-figures.js';

const STATES = { success: 'ok', refused: 'warning', failed: 'error', cancelled: 'off' } as const satisfies Record<
  OutcomeName,
  string
>;

interface OutcomesProps {
  readonly sums: Sums;
  /** Beginning of the range. */
  readonly from: string | undefined;
}

/** Requests by their outcome: a number and a share each, which lead to the requests. */
export function Outcomes({ from, sums }: OutcomesProps) {
  const { i18n, t } = useTranslation('home');
  const share = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  const counts = outcomesOf(sums);
  return (
    <Group gap="xl" component="section" aria-label={t('activity.outcomes')}>
      {OUTCOME_NAMES.map((name) => (
        <Stack key={name} gap={0}>
          <StateBadge state={STATES[name]} label={t(`activity.outcome.${name}`)} />
          <Text size="sm" component="div">
            <RequestsLink search={{ outcome: name, from }} label={t(`activity.see.${name}`, { number: counts[name] })}>
              <CountText n={counts[name]} />
            </RequestsLink>
            {sums.requests > 0 && ` · ${share.format(counts[name] / sums.requests)}`}
          </Text>
        </Stack>
      ))}
    </Group>
  );
}
