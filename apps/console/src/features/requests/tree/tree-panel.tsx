import { Alert, Anchor, Badge, Box, Group, Loader, Stack, Text } from '@mantine/core';
import {
  type Icon,
  IconArrowsSplit2,
  IconMessages,
  IconPointFilled,
  IconRobot,
  IconTerminal2,
  IconTool,
  IconTransferIn,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CountText } from '../../../ui/count-text.js';
import { DurationText } from '../../../ui/duration-text.js';
import { FailureNotice } from '../../../ui/failure-notice.js';
import { DECIMALS_OF_REQUESTS, MoneyText } from '../../../ui/money-text.js';
import { type TreeNode, useRequestTree } from '../queries.js';
import { placeNodes } from './place-nodes.js';
import classes from './tree-panel.module.css';

interface Props {
  /** Record whose tree is shown. */
  readonly id: string;
  /** Opens another record of the tree. */
  readonly onOpen: (id: string) => void;
}

const SIGNS: Readonly<Record<string, Icon>> = {
  conversation: IconMessages,
  session: IconTerminal2,
  workflow_run: IconArrowsSplit2,
  workflow_step: IconPointFilled,
  agent_run: IconRobot,
  agent_step: IconTool,
  request: IconTransferIn,
};

/** The run, conversation or session of a request as one tree, with the cost, tokens and time of each part. */
export function TreePanel({ id, onOpen }: Props) {
  const { t } = useTranslation('requests');
  const { data, error, isPending, refetch } = useRequestTree(id);
  if (error) return <FailureNotice failure={error} onRetry={() => void refetch()} />;
  if (isPending) return <Loader size="sm" aria-label={t('loading')} />;
  const placed = placeNodes(data.nodes);
  return (
    <Stack gap="sm">
      {placed.length < 2 && <Text size="sm">{t('tree.alone')}</Text>}
      {data.has_more && <Alert color="yellow">{t('tree.more', { count: data.nodes.length })}</Alert>}
      <Box component="ul" className={classes.tree} aria-label={t('tab.tree')}>
        {placed.map(({ depth, node }) => (
          <Box
            component="li"
            key={node.id}
            className={classes.node}
            style={{ paddingInlineStart: `calc(${Math.min(depth, MOST_INDENTED)} * 16px + 8px)` }}
            aria-current={node.id === id ? 'true' : undefined}
          >
            <Node node={node} isAsked={node.id === id} onOpen={onOpen} />
          </Box>
        ))}
      </Box>
    </Stack>
  );
}

/** Deeper nodes are indented no further: the drawer is narrow. */
const MOST_INDENTED = 8;

interface NodeProps {
  readonly node: TreeNode;
  readonly isAsked: boolean;
  readonly onOpen: (id: string) => void;
}

function Node({ isAsked, node, onOpen }: NodeProps) {
  const { t } = useTranslation('requests');
  const Sign = SIGNS[node.kind] ?? IconTransferIn;
  const kind = t(`tree.kind.${node.kind}`);
  const isRequest = node.kind === 'request';
  const name = node.name ?? kind;
  return (
    <>
      <Group gap={6} wrap="nowrap" miw={0}>
        <Sign size={16} aria-label={kind} role="img" style={{ flexShrink: 0 }} />
        {isRequest && !isAsked ? (
          <Anchor component="button" type="button" size="sm" truncate="end" dir="auto" onClick={() => onOpen(node.id)}>
            {name}
          </Anchor>
        ) : (
          <Text size="sm" fw={isAsked ? 600 : undefined} truncate="end" dir="auto" title={name}>
            {name}
          </Text>
        )}
        {node.status !== null && node.status !== 'success' && (
          <Badge size="xs" variant="default" tt="none" style={{ flexShrink: 0 }}>
            {t(isRequest ? `outcome.${node.status}` : `tree.status.${node.status}`, { defaultValue: node.status })}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" component="div">
        {!isRequest && node.requests > 0 && <>{t('tree.requests', { count: node.requests })} · </>}
        {node.requests > 0 && (
          <>
            <CountText n={node.total_tokens} /> {t('tree.tokens')} ·{' '}
            <MoneyText usd={node.cost_usd} decimals={DECIMALS_OF_REQUESTS} />
          </>
        )}
        {node.duration_ms !== null && (
          <>
            {node.requests > 0 && ' · '}
            <DurationText ms={node.duration_ms} />
          </>
        )}
      </Text>
    </>
  );
}
