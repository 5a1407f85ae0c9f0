import { Button, Code, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ColouredCode } from '../../ui/colours/coloured-code.js';
import { compareFields } from '../../ui/compare-fields.js';
import { StateBadge } from '../../ui/state-badge.js';
import type { McpTool } from './queries.js';

const STATES = { approved: 'ok', changed: 'warning', pending: 'pending' } as const;

interface ToolViewProps {
  readonly tool: McpTool;
  readonly canManage: boolean;
  readonly isBusy: boolean;
  readonly onApprove: () => void;
  readonly onReject: () => void;
}

/** A tool with what its server says of it, beside what was approved if that differs. */
export function ToolView({ canManage, isBusy, onApprove, onReject, tool }: ToolViewProps): ReactNode {
  const { t } = useTranslation('mcp');
  const [isOpen, setOpen] = useState(false);
  const { approved_definition, definition, name, status } = tool;
  return (
    <Paper withBorder p="sm" component="article" aria-label={name}>
      <Group justify="space-between" gap={8} align="start" wrap="nowrap">
        <Text size="sm" fw={500} ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <StateBadge state={STATES[status]} label={t(`status.${status}`)} />
      </Group>
      <Text size="sm" c="dimmed" dir="auto" mt={4} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {typeof definition.description === 'string' ? definition.description : t('noDescription')}
      </Text>
      {status === 'changed' && <Differences before={approved_definition} after={definition} />}
      <Group gap={8} mt={8}>
        <Button
          size="compact-xs"
          variant="default"
          aria-expanded={isOpen}
          aria-label={t('action.definitionOf', { name })}
          onClick={() => setOpen(!isOpen)}
        >
          {t('action.definition')}
        </Button>
        {canManage && status !== 'approved' && (
          <Button
            size="compact-xs"
            disabled={isBusy}
            leftSection={<IconCheck size={14} aria-hidden />}
            aria-label={t('action.approveOf', { name })}
            onClick={onApprove}
          >
            {t('action.approve')}
          </Button>
        )}
        {canManage && status !== 'pending' && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={isBusy}
            leftSection={<IconX size={14} aria-hidden />}
            aria-label={t('action.rejectOf', { name })}
            onClick={onReject}
          >
            {t('action.reject')}
          </Button>
        )}
      </Group>
      {isOpen && (
        <Code
          block
          mt={8}
          tabIndex={0}
          dir="ltr"
          aria-label={t('action.definitionOf', { name })}
          style={{ maxHeight: 320, overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >
          <ColouredCode language="json" text={JSON.stringify(definition, null, 2)} />
        </Code>
      )}
    </Paper>
  );
}

type Definition = Readonly<Record<string, unknown>> | null;

function Differences({ after, before }: { readonly before: Definition; readonly after: Definition }): ReactNode {
  const { t } = useTranslation('mcp');
  const changed = compareFields(before, after).filter(({ isChanged }) => isChanged);
  return (
    <Stack gap={4} mt={8}>
      <Table aria-label={t('differences')} layout="fixed" verticalSpacing={6} horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="24%">{t('field.part')}</Table.Th>
            <Table.Th>{t('approvedThen')}</Table.Th>
            <Table.Th>{t('describedNow')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changed.map((field) => (
            <Table.Tr key={field.name}>
              <Table.Th style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>{field.name}</Table.Th>
              {[field.before, field.after].map((text, index) => (
                <Table.Td key={['before', 'after'][index]} style={{ verticalAlign: 'top' }}>
                  <Text
                    size="xs"
                    ff="monospace"
                    dir="auto"
                    style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
                  >
                    {text ?? '–'}
                  </Text>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
