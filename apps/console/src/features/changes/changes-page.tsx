import { Button, Code, Group, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { Fragment, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useList } from '../../api/use-list.js';
import { compareFields } from '../../ui/compare-fields.js';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { FieldList } from '../../ui/field-list.js';
import { IdText } from '../../ui/id-text.js';
import { Page } from '../../ui/page.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { TimeText } from '../../ui/time-text.js';
import { useUrlSearch } from '../../ui/use-url-search.js';

export const CHANGE_FILTERS = [
  'action',
  'actor_type',
  'actor_id',
  'target_type',
  'target_id',
  'from',
  'to',
  'open',
] as const;

export type ChangesSearch = { readonly [name in (typeof CHANGE_FILTERS)[number]]?: string };

type Row = ReturnType<typeof useChanges>['rows'][number];

function useChanges({ open: _, ...filters }: ChangesSearch) {
  const path = useSession().can('gateway.audit.read') ? '/admin/changes' : '/auth/changes';
  return useList(['changes', path, filters], path, filters as never);
}

/** The audit trail of the control plane: what changed, who changed it, before and after. */
export default function ChangesPage() {
  const { t } = useTranslation('changes');
  const seesOthers = useSession().can('gateway.audit.read');
  const [search, change] = useUrlSearch<ChangesSearch>();
  const { failure, hasMore, isLoading, loadMore, onRetry, rows } = useChanges(search);
  const { open, ...filters } = search;
  const isFiltered = Object.keys(filters).length > 0;
  const clear = () => change(Object.fromEntries(Object.keys(search).map((name) => [name, undefined])));
  const opened = rows.find(({ id }) => id === open);
  return (
    <Page title={t('title')} description={t(seesOthers ? 'description' : 'descriptionOwn')}>
      <Filters search={search} onChange={change} onClear={isFiltered ? clear : undefined} />
      <ResourceTable
        columns={[
          { id: 'time', header: t('time'), width: 150, cell: ({ created_at }: Row) => <TimeText at={created_at} /> },
          {
            id: 'action',
            header: t('action'),
            cell: ({ action }: Row) => <ActionText action={action} />,
          },
          {
            id: 'target',
            header: t('target'),
            cell: ({ target }: Row) => <Name text={target.name || target.type} />,
          },
          {
            id: 'actor',
            header: t('actor'),
            hideBelow: 'sm' as const,
            cell: ({ actor }: Row) => (
              <Name text={actor.name} detail={t(`actorType.${actor.type}`, { defaultValue: actor.type })} />
            ),
          },
        ]}
        rows={rows}
        getRowId={({ id }) => id}
        isLoading={isLoading}
        failure={failure}
        hasMore={hasMore}
        loadMore={loadMore}
        onRetry={onRetry}
        onOpen={({ id }) => change({ open: id }, { push: true })}
        empty={
          isFiltered
            ? { sentence: t('noneFound'), action: <Button onClick={clear}>{t('clear')}</Button> }
            : { sentence: t('none') }
        }
      />
      <DetailDrawer
        opened={opened !== undefined}
        title={opened?.action ?? t('title')}
        onClose={() => change({ open: undefined })}
      >
        {opened && (
          <Details change={opened} onFilter={(filter) => change({ ...filter, open: undefined }, { push: true })} />
        )}
      </DetailDrawer>
    </Page>
  );
}

/** An action breaks after its dots and underscores only: letter by letter, it would leave the column to the others. */
function ActionText({ action }: { readonly action: string }) {
  return (
    <Code>
      {action.split(/(?<=[._])/).map((part) => (
        <Fragment key={part}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </Code>
  );
}

function Name({ detail, text }: { readonly text: string; readonly detail?: string }) {
  return (
    <Stack gap={0}>
      <Text size="sm" truncate="end" maw={320} title={text} dir="auto">
        {text}
      </Text>
      {detail && (
        <Text size="xs" c="dimmed">
          {detail}
        </Text>
      )}
    </Stack>
  );
}

const ACTOR_TYPES = ['user', 'api_key', 'service_account', 'scim', 'operator', 'system'];

interface FiltersProps {
  readonly search: ChangesSearch;
  readonly onChange: (patch: ChangesSearch) => void;
  readonly onClear: (() => void) | undefined;
}

function Filters({ onChange, onClear, search }: FiltersProps) {
  const { t } = useTranslation('changes');
  const [action, setAction] = useState(search.action ?? '');
  const [target, setTarget] = useState(search.target_type ?? '');
  useEffect(() => setAction(search.action ?? ''), [search.action]);
  useEffect(() => setTarget(search.target_type ?? ''), [search.target_type]);
  const apply = () => onChange({ action: action.trim(), target_type: target.trim() });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Group gap="xs" mb="md" align="flex-end">
        <TextInput
          label={t('action')}
          placeholder="team.update"
          value={action}
          onChange={(event) => setAction(event.currentTarget.value)}
        />
        <TextInput
          label={t('targetType')}
          placeholder="team"
          value={target}
          onChange={(event) => setTarget(event.currentTarget.value)}
        />
        <Select
          label={t('actor')}
          placeholder={t('anyone')}
          clearable
          data={ACTOR_TYPES.map((value) => ({ value, label: t(`actorType.${value}`) }))}
          value={search.actor_type ?? null}
          onChange={(value) => onChange({ actor_type: value ?? undefined })}
        />
        <Button type="submit" variant="default">
          {t('apply')}
        </Button>
        {onClear && (
          <Button variant="subtle" onClick={onClear}>
            {t('clear')}
          </Button>
        )}
      </Group>
    </form>
  );
}

function Details({ change, onFilter }: { readonly change: Row; readonly onFilter: (filter: ChangesSearch) => void }) {
  const { t } = useTranslation('changes');
  const { actor, address, after, before, created_at, request_id, target } = change;
  const fields = compareFields(before as never, after as never);
  return (
    <Stack gap="md">
      <FieldList
        label={t('summary')}
        fields={[
          { name: t('time'), value: <TimeText at={created_at} /> },
          { name: t('actor'), value: `${actor.name} (${t(`actorType.${actor.type}`, { defaultValue: actor.type })})` },
          { name: t('target'), value: target.name },
          { name: t('targetType'), value: target.type },
          { name: t('targetId'), value: target.id && <IdText id={target.id} /> },
          { name: t('requestId'), value: request_id && <IdText id={request_id} /> },
          { name: t('address'), value: address },
        ]}
      />
      <Group gap="xs">
        {target.id && (
          <Button size="xs" variant="default" onClick={() => onFilter({ target_id: target.id ?? undefined })}>
            {t('ofTarget')}
          </Button>
        )}
        {actor.id && (
          <Button size="xs" variant="default" onClick={() => onFilter({ actor_id: actor.id ?? undefined })}>
            {t('byActor')}
          </Button>
        )}
      </Group>
      {fields.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('noFields')}
        </Text>
      ) : (
        <Table aria-label={t('fields')} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="28%">{t('field')}</Table.Th>
              <Table.Th>{t('before')}</Table.Th>
              <Table.Th>{t('after')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {fields.map(({ after: next, before: old, isChanged, name }) => (
              <Table.Tr key={name}>
                <Table.Th fw={isChanged ? 600 : 400} style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
                  {name}
                </Table.Th>
                <Value text={old} />
                <Value text={next} isStrong={isChanged} />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}

function Value({ isStrong = false, text }: { readonly text: string | undefined; readonly isStrong?: boolean }) {
  return (
    <Table.Td style={{ verticalAlign: 'top' }}>
      <Text
        component="code"
        display="block"
        size="xs"
        ff="monospace"
        dir="auto"
        c={text === undefined ? 'dimmed' : undefined}
        fw={isStrong ? 600 : 400}
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {text ?? '–'}
      </Text>
    </Table.Td>
  );
}
