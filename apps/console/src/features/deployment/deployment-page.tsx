import { Card, Code, Grid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CountText } from '../../ui/count-text.js';
import { FactList } from '../../ui/fact-list.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { Page } from '../../ui/page.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { StateBadge } from '../../ui/state-badge.js';
import { TimeText } from '../../ui/time-text.js';
import { compareReplicas } from './compare-replicas.js';
import { type Deployment, type Replica, useDeployment } from './queries.js';

const SHOWN_HASH = 12;

/** Running processes, for the owners of the organization that operates them. */
export default function DeploymentPage() {
  const { t } = useTranslation('deployment');
  const { data, error, refetch } = useDeployment();
  return (
    <Page title={t('title')} description={t('description')}>
      {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={240} />}
      {data && (
        <Stack gap={24}>
          <Summary deployment={data} />
          <FailingTasks replicas={data.replicas} />
          <Replicas replicas={data.replicas} />
          <Queues queues={data.queues} />
        </Stack>
      )}
    </Page>
  );
}

function Summary({ deployment: { degraded, replicas, webhooks } }: { readonly deployment: Deployment }) {
  const { t } = useTranslation('deployment');
  const { configurations, versions } = compareReplicas(replicas);
  const facts = [
    { label: t('summary.version'), value: <Agreement values={versions} differs={t('summary.versionsDiffer')} /> },
    {
      label: t('summary.configuration'),
      value: <Agreement values={configurations.map(shorten)} differs={t('summary.configurationsDiffer')} />,
    },
    {
      label: t('summary.degraded'),
      value:
        degraded.length === 0 ? (
          <StateBadge state="ok" label={t('summary.allAvailable')} />
        ) : (
          <StateBadge
            state="warning"
            label={t('summary.unavailable', { parts: degraded.map((part) => t(`part.${part}`, part)).join(', ') })}
          />
        ),
    },
    {
      label: t('summary.webhooks'),
      value: (
        <Text span size="sm">
          <CountText n={webhooks.pending} />
          {webhooks.oldest_pending_at && (
            <>
              {' · '}
              {t('summary.oldest')} <TimeText at={webhooks.oldest_pending_at} />
            </>
          )}
        </Text>
      ),
    },
  ];
  return (
    <Card withBorder maw={720}>
      <Title order={2} size="h4" mb={8}>
        {t('summary.title')}
      </Title>
      <FactList facts={facts} />
    </Card>
  );
}

/** Background tasks of processes that fail. Empty if none does. */
function FailingTasks({ replicas }: { readonly replicas: readonly Replica[] }) {
  const { t } = useTranslation('deployment');
  const rows = replicas.flatMap(({ failing_tasks: tasks, id, service }) =>
    tasks.map((task) => ({ ...task, id: `${id} ${task.task}`, service })),
  );
  if (rows.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h4" mb={8}>
        {t('failing.title')}
      </Title>
      <ResourceTable
        rows={rows}
        getRowId={({ id }) => id}
        isLoading={false}
        empty={{ sentence: t('failing.none') }}
        columns={[
          { id: 'task', header: t('failing.task'), cell: ({ task }) => <Code>{task}</Code> },
          { id: 'service', header: t('replicas.service'), cell: ({ service }) => t(`service.${service}`, service) },
          {
            id: 'cause',
            header: t('failing.cause'),
            cell: ({ cause }) => (
              <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
                {cause}
              </Text>
            ),
          },
          {
            id: 'failures',
            header: t('failing.failures'),
            align: 'end',
            cell: ({ failures }) => <CountText n={failures} />,
          },
          { id: 'since', header: t('failing.since'), hideBelow: 'sm', cell: ({ since }) => <TimeText at={since} /> },
        ]}
      />
    </section>
  );
}

/** One value that all replicas share, or each value beside a warning. */
function Agreement({ differs, values }: { readonly values: readonly string[]; readonly differs: string }) {
  return (
    <Stack gap={4}>
      {values.length > 1 && <StateBadge state="warning" label={differs} />}
      <Text span size="sm">
        {values.length === 0 ? '–' : values.map((value) => <Code key={value}>{value}</Code>)}
      </Text>
    </Stack>
  );
}

function Replicas({ replicas }: { readonly replicas: readonly Replica[] }) {
  const { t } = useTranslation('deployment');
  return (
    <section>
      <Title order={2} size="h4" mb={8}>
        {t('replicas.title')}
      </Title>
      <ResourceTable
        rows={replicas}
        getRowId={({ id }) => id}
        isLoading={false}
        empty={{ sentence: t('replicas.none') }}
        columns={[
          { id: 'service', header: t('replicas.service'), cell: (replica) => <Service {...replica} /> },
          { id: 'state', header: t('replicas.state'), cell: (replica) => <State {...replica} /> },
          {
            id: 'version',
            header: t('replicas.version'),
            hideBelow: 'sm',
            cell: ({ commit, version }) => <Code>{commit === null ? version : `${version} (${shorten(commit)})`}</Code>,
          },
          {
            id: 'configuration',
            header: t('replicas.configuration'),
            hideBelow: 'md',
            cell: ({ config_hash: hash }) => (hash === null ? '–' : <Code>{shorten(hash)}</Code>),
          },
          {
            id: 'spool',
            header: t('replicas.spool'),
            align: 'end',
            hideBelow: 'md',
            cell: ({ spool_records: records }) => (records === null ? '–' : <CountText n={records} />),
          },
          {
            id: 'started',
            header: t('replicas.started'),
            hideBelow: 'sm',
            cell: ({ started_at: at }) => <TimeText at={at} />,
          },
          {
            id: 'seen',
            header: t('replicas.seen'),
            hideBelow: 'lg',
            cell: ({ last_seen_at: at }) => <TimeText at={at} />,
          },
        ]}
      />
    </section>
  );
}

function Service({ role, service }: Replica) {
  const { t } = useTranslation('deployment');
  return (
    <Stack gap={0}>
      <Text size="sm">{t(`service.${service}`, service)}</Text>
      {role !== null && (
        <Text size="xs" c="dimmed">
          {t(`role.${role}`, role)}
        </Text>
      )}
    </Stack>
  );
}

function State({ degraded, problem }: Replica) {
  const { t } = useTranslation('deployment');
  const [state, label, detail] =
    problem !== null
      ? (['error', t('state.notReady'), problem] as const)
      : degraded.length > 0
        ? (['warning', t('state.degraded'), degraded.map((part) => t(`part.${part}`, part)).join(', ')] as const)
        : (['ok', t('state.ready'), undefined] as const);
  return (
    <Stack gap={0}>
      <StateBadge state={state} label={label} />
      {detail !== undefined && (
        <Text size="xs" c="dimmed" dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {detail}
        </Text>
      )}
    </Stack>
  );
}

function Queues({ queues }: { readonly queues: Deployment['queues'] }) {
  const { t } = useTranslation('deployment');
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <section>
          <Title order={2} size="h4" mb={8}>
            {t('queues.title')}
          </Title>
          <ResourceTable
            rows={queues}
            getRowId={({ name }) => name}
            isLoading={false}
            empty={{ sentence: t('queues.none') }}
            columns={[
              { id: 'name', header: t('queues.name'), cell: ({ name }) => <Code>{name}</Code> },
              {
                id: 'waiting',
                header: t('queues.waiting'),
                align: 'end',
                cell: ({ waiting }) => <CountText n={waiting} />,
              },
              {
                id: 'active',
                header: t('queues.active'),
                align: 'end',
                cell: ({ active }) => <CountText n={active} />,
              },
            ]}
          />
        </section>
      </Grid.Col>
    </Grid>
  );
}

function shorten(hash: string): string {
  return hash.slice(0, SHOWN_HASH);
}
