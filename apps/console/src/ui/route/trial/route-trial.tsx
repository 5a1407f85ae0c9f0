import { Button, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../../api/client.js';
import { findModels } from '../../../api/lookups.js';
import { FailureNotice } from '../../failure-notice.js';
import { SearchSelect } from '../../search-select.js';
import { StateBadge } from '../../state-badge.js';
import { problemOf, sentenceOf } from '../problem-of.js';
import type { Routed } from './trial-marks.js';
import type { useRouteTrial } from './use-route-trial.js';

interface RouteTrialProps {
  readonly workspaceId: string;
  readonly trial: ReturnType<typeof useRouteTrial>;
}

/** Dry run of a config that may not be published. Nothing is sent to a provider. */
export function RouteTrial({ trial, workspaceId }: RouteTrialProps): ReactNode {
  const { t } = useTranslation(['routing', 'problems']);
  const { failure, isBusy, isCurrent, model, result, run, session, setModel, setSession } = trial;
  const told = tellOf(failure);
  return (
    <Stack gap={12} component="section" aria-label={t('trial.label')}>
      <Text size="sm" fw={600}>
        {t('trial.label')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('trial.hint')}
      </Text>
      <SearchSelect
        label={t('trial.model')}
        description={t('trial.modelHint')}
        clearable
        queryKey={['models', workspaceId]}
        load={(text) => findModels(workspaceId, text)}
        value={model}
        onChange={setModel}
      />
      <TextInput
        label={t('trial.session')}
        description={t('trial.sessionHint')}
        maxLength={512}
        dir="auto"
        value={session}
        onChange={({ currentTarget }) => setSession(currentTarget.value)}
      />
      <Button
        w="fit-content"
        variant="default"
        leftSection={<IconFlask size={16} aria-hidden />}
        loading={isBusy}
        onClick={run}
      >
        {t('trial.run')}
      </Button>
      {failure !== undefined && (
        <FailureNotice failure={failure} words={told && `${told.param}: ${t(told.key, told.values)}`} />
      )}
      <div aria-live="polite">
        {result && !isCurrent && (
          <Text size="sm" c="dimmed" mb={8}>
            {t('trial.changed')}
          </Text>
        )}
        {result && <Targets {...result} />}
      </div>
    </Stack>
  );
}

function Targets({ most_calls: most, targets }: Routed): ReactNode {
  const { i18n, t } = useTranslation('routing');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  if (targets.length === 0) return <StateBadge state="error" label={t('trial.nowhere')} />;
  return (
    <Stack gap={8}>
      <Table aria-label={t('trial.results')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('trial.target')}</Table.Th>
            <Table.Th ta="right">{t('trial.share')}</Table.Th>
            <Table.Th>{t('trial.why')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {targets.map(({ first_share: share, model, steps, through }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a route can lead to a model twice
            <Table.Tr key={index}>
              <Table.Td dir="auto" style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
                <Group gap={4}>
                  {through.map((name) => (
                    <Text key={name} span size="sm" c="dimmed">
                      {name} ›
                    </Text>
                  ))}
                  <Text span size="sm" fw={500}>
                    {model}
                  </Text>
                </Group>
              </Table.Td>
              <Table.Td ta="right" style={{ verticalAlign: 'top' }}>
                {share === null ? t('trial.measured') : percent.format(share)}
              </Table.Td>
              <Table.Td style={{ verticalAlign: 'top' }}>
                {steps.map((step) => (
                  <Text key={step.model} size="xs" dir="auto" style={{ overflowWrap: 'anywhere' }}>
                    {steps.length > 1 && `${step.model}: `}
                    {t(`why.${step.reason}`)}
                  </Text>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="xs" c="dimmed">
        {t('trial.calls', { count: most })}
      </Text>
    </Stack>
  );
}

/** The part of the config that the failure is about, and its problem; undefined for another failure. */
function tellOf(failure: unknown) {
  if (!(failure instanceof ApiFailure) || !failure.param) return undefined;
  return { param: failure.param, ...sentenceOf(problemOf(failure)) };
}
