import { ActionIcon, Group, Input, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findAccounts, findTeams } from '../../api/lookups.js';
import { NameOf } from '../../ui/name-of.js';
import { NamesInput } from '../../ui/names-input.js';
import { SearchSelect } from '../../ui/search-select.js';
import type { Access } from './server-values.js';

interface AccessFieldProps {
  /** Null: all callers of the workspace. */
  readonly value: readonly Access[] | null;
  readonly onChange: (value: readonly Access[] | null) => void;
  readonly error: ReactNode;
  readonly workspaceId: string;
}

/** Callers that may use a server: everybody in the workspace, or teams and virtual accounts, each with its tools. */
export function AccessField({ error, onChange, value, workspaceId }: AccessFieldProps): ReactNode {
  const { t } = useTranslation('mcp');
  const id = useId();
  // Each addition has a picker of its own, which shows no choice.
  const [added, setAdded] = useState(0);
  const add = (kind: Access['kind'], chosen: string | null): void => {
    setAdded(added + 1);
    const isNew = chosen !== null && !value?.some((one) => one.id === chosen);
    if (isNew) onChange([...(value ?? []), { kind, id: chosen, tools: null }]);
  };
  const change = (index: number, tools: string[] | null): void =>
    onChange((value ?? []).map((one, at) => (at === index ? { ...one, tools } : one)));
  return (
    <Input.Wrapper
      label={t('field.access')}
      description={t('hint.access')}
      error={error}
      labelProps={{ id }}
      labelElement="div"
    >
      <Stack gap={8} mt={4}>
        <SegmentedControl
          aria-labelledby={id}
          value={value === null ? 'all' : 'some'}
          onChange={(next) => onChange(next === 'all' ? null : [])}
          data={(['all', 'some'] as const).map((choice) => ({ value: choice, label: t(`access.${choice}`) }))}
        />
        {value !== null && (
          <>
            {value.length === 0 && (
              <Text size="sm" c="dimmed">
                {t('access.nobody')}
              </Text>
            )}
            {value.map((one, index) => (
              <Paper withBorder p="sm" key={one.id}>
                <Group justify="space-between" wrap="nowrap" align="start" mb={8}>
                  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {t(`access.${one.kind}`)} · <NameOf kind={one.kind} id={one.id} workspaceId={workspaceId} />
                  </Text>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('access.remove', { number: index + 1 })}
                    onClick={() => onChange(value.filter((each) => each.id !== one.id))}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </Group>
                <NamesInput
                  label={t('access.tools', { number: index + 1 })}
                  value={one.tools}
                  onChange={(tools) => change(index, tools)}
                />
              </Paper>
            ))}
            <SearchSelect
              key={`team-${added}`}
              label={t('access.addTeam')}
              queryKey={['mcp', 'teams']}
              load={findTeams}
              onChange={(chosen) => add('team', chosen)}
            />
            <SearchSelect
              key={`account-${added}`}
              label={t('access.addAccount')}
              queryKey={['mcp', 'accounts', workspaceId]}
              load={(text) => findAccounts(workspaceId, text)}
              onChange={(chosen) => add('account', chosen)}
            />
          </>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
