import { ActionIcon, Group, Paper, Select, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconTrash, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StateBadge } from '../../ui/state-badge.js';
import { connect, disconnect, exitsOf, type Graph, type Step } from './definition.js';

interface StepListProps {
  readonly graph: Graph;
  readonly problems: ReadonlyMap<string, number>;
  readonly selected: string | undefined;
  readonly isReadOnly: boolean;
  readonly onSelect: (id: string) => void;
  readonly onChange: (graph: Graph) => void;
  readonly onRemove: (id: string) => void;
}

/** The steps of a graph in a list: everything that the picture can, for people who use a keyboard or a small screen. */
export function StepList(props: StepListProps): ReactNode {
  const { graph } = props;
  const { t } = useTranslation('workflows');
  return (
    <Stack gap={8} component="section" aria-label={t('steps')}>
      <Title order={2} size="h5">
        {t('steps')}
      </Title>
      {graph.nodes.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noSteps')}
        </Text>
      )}
      {graph.nodes.map((step) => (
        <StepRow key={step.id} {...props} step={step} />
      ))}
    </Stack>
  );
}

function StepRow(props: StepListProps & { readonly step: Step }): ReactNode {
  const { graph, isReadOnly, onRemove, onSelect, problems, selected, step } = props;
  const { t } = useTranslation('workflows');
  const name = step.name ?? step.id;
  const count = problems.get(step.id) ?? 0;
  return (
    <Paper withBorder p="sm" component="article" aria-label={name}>
      <Group justify="space-between" wrap="nowrap" gap={8} align="start">
        <UnstyledButton
          flex={1}
          miw={0}
          aria-pressed={selected === step.id}
          onClick={() => onSelect(step.id)}
          style={{ overflowWrap: 'anywhere' }}
        >
          <Text size="sm" fw={selected === step.id ? 700 : 500} dir="auto">
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {t(`kind.${step.kind}`, { defaultValue: step.kind })} · {step.id}
          </Text>
        </UnstyledButton>
        {count > 0 && <StateBadge state="error" label={t('problemCount', { count })} />}
        {!isReadOnly && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('action.removeStep', { name })}
            onClick={() => onRemove(step.id)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      {selected === step.id && <Ways {...props} graph={graph} />}
    </Paper>
  );
}

/** Next steps of a step, and a choice of a further step for each of its branches. */
function Ways({ graph, isReadOnly, onChange, step }: StepListProps & { readonly step: Step }): ReactNode {
  const { t } = useTranslation('workflows');
  const nameOf = (id: string): string => graph.nodes.find((node) => node.id === id)?.name ?? id;
  return (
    <Stack gap={8} mt={8}>
      {graph.edges.map(
        ({ branch, from, to }, index) =>
          from === step.id && (
            <Group key={`${branch ?? ''} ${to}`} gap={8} wrap="nowrap" justify="space-between">
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {branch === undefined ? '' : `${t(`branch.${branch}`)}: `}→ {nameOf(to)}
              </Text>
              {!isReadOnly && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={t('action.disconnect', { name: nameOf(to) })}
                  onClick={() => onChange(disconnect(graph, [index]))}
                >
                  <IconX size={14} aria-hidden />
                </ActionIcon>
              )}
            </Group>
          ),
      )}
      {!isReadOnly &&
        exitsOf(step).map((exit) => (
          <Select
            key={exit ?? 'out'}
            size="xs"
            label={
              exit === undefined ? t('action.connect') : t('action.connectBranch', { branch: t(`branch.${exit}`) })
            }
            searchable
            value={null}
            data={graph.nodes.filter(({ id }) => id !== step.id).map(({ id }) => ({ value: id, label: nameOf(id) }))}
            onChange={(to) => to !== null && onChange(connect(graph, step.id, to, exit))}
          />
        ))}
    </Stack>
  );
}
