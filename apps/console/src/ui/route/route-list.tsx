import { Box, Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StateBadge } from '../state-badge.js';
import { describeNode } from './canvas/describe-node.js';
import { NodeActions } from './route-actions.js';
import { RouteForm } from './route-form.js';
import type { RouteNode } from './route-graph.js';
import type { RouteViewProps } from './route-view-props.js';

/** A route as a list: everything that the graph can, for people who use a keyboard or a small screen. */
export function RouteList(props: RouteViewProps): ReactNode {
  const { t } = useTranslation('routing');
  return (
    <Stack gap={8} component="section" aria-label={t('list')}>
      {props.graph.nodes.map((node) => (
        <Row key={node.id} {...props} node={node} />
      ))}
    </Stack>
  );
}

function Row({ node, ...props }: RouteViewProps & { readonly node: RouteNode }): ReactNode {
  const { edits, graph, marks, members, onSelect, problems, selected } = props;
  const { t } = useTranslation('routing');
  const { facts, title } = describeNode(node, members, t);
  const isOpen = selected === node.id;
  const count = problems.get(node.id)?.length ?? 0;
  const mark = marks?.get(node.id);
  const name = `${t(`kind.${node.kind}`)}: ${title}`;
  return (
    <Paper
      withBorder
      p="sm"
      component="article"
      aria-label={name}
      ms={node.kind === 'target' || node.kind === 'shadow' ? 24 : 0}
      style={mark?.isTaken ? { borderInlineStart: '3px solid var(--mantine-primary-color-filled)' } : undefined}
    >
      <Group justify="space-between" wrap="nowrap" gap={8} align="start">
        <UnstyledButton
          flex={1}
          miw={0}
          aria-expanded={isOpen}
          onClick={() => onSelect(isOpen ? undefined : node.id)}
          style={{ overflowWrap: 'anywhere' }}
        >
          <Text size="xs" c="dimmed">
            {t(`kind.${node.kind}`)}
          </Text>
          <Text size="sm" fw={isOpen ? 700 : 500} dir="auto">
            {title}
          </Text>
          {facts.length > 0 && (
            <Text size="xs" c="dimmed" dir="auto">
              {facts.join(' · ')}
            </Text>
          )}
          {mark !== undefined && (
            <Text size="xs">
              {mark.rank !== undefined && `${mark.rank}. `}
              {t(`why.${mark.reason}`)}
            </Text>
          )}
        </UnstyledButton>
        {edits !== undefined && <NodeActions id={node.id} graph={graph} members={members} edits={edits} />}
      </Group>
      {count > 0 && <StateBadge state="error" label={t('problem.count', { count })} />}
      {isOpen && (
        <Box mt={12}>
          <RouteForm
            node={node}
            members={members}
            problems={problems.get(node.id) ?? []}
            {...(edits !== undefined && { onChange: (fields) => edits.onChange(node.id, fields) })}
          />
        </Box>
      )}
    </Paper>
  );
}
