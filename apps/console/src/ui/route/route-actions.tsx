import { ActionIcon, Button, Group, Menu, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { focusSoon } from '../graph/focus-soon.js';
import { describeNode } from './canvas/describe-node.js';
import {
  addableKinds,
  isRemovable,
  MOST_TARGETS,
  placeOf,
  type RouteGraph,
  targetId,
  targetsOf,
} from './route-graph.js';
import type { RouteEdits, RouteViewProps } from './route-view-props.js';

interface AddMenuProps {
  readonly graph: RouteGraph;
  readonly members: readonly string[];
  readonly onAdd: RouteEdits['onAdd'];
}

/** Adds a target, or a setting that the route does not have yet. */
export function AddMenu({ graph, members, onAdd }: AddMenuProps): ReactNode {
  const { t } = useTranslation('routing');
  const kinds = addableKinds(graph, members);
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button variant="default" disabled={kinds.length === 0} leftSection={<IconPlus size={16} aria-hidden />}>
          {t('action.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => onAdd(kind)}>
            {t(`kind.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface NodeActionsProps extends Pick<RouteViewProps, 'graph' | 'members'> {
  readonly id: string;
  readonly edits: RouteEdits;
}

/** Actions on one node: moved and repeated, if it is a target, and removed. */
export function NodeActions({ edits, graph, id, members }: NodeActionsProps): ReactNode {
  const { t } = useTranslation('routing');
  const node = graph.nodes.find((each) => each.id === id);
  if (node === undefined || !isRemovable(node)) return null;
  const isNamed = node.kind === 'target' || node.kind === 'other';
  const name = isNamed ? describeNode(node, members, t).title : t(`kind.${node.kind}`);
  const place = placeOf(graph, id);
  const count = targetsOf(graph).length;
  const move = (step: -1 | 1): void => {
    edits.onMove(id, place + step);
    focusMove(targetId(place + step), step);
  };
  return (
    <Group gap={4} wrap="nowrap">
      {place >= 0 && (
        <>
          <Act name={`${id} up`} label={t('action.up', { name })} isOff={place === 0} onClick={() => move(-1)}>
            <IconArrowUp size={16} aria-hidden />
          </Act>
          <Act
            name={`${id} down`}
            label={t('action.down', { name })}
            isOff={place === count - 1}
            onClick={() => move(1)}
          >
            <IconArrowDown size={16} aria-hidden />
          </Act>
          <Act
            label={t('action.duplicate', { name })}
            isOff={count >= MOST_TARGETS}
            onClick={() => edits.onDuplicate(id)}
          >
            <IconCopy size={16} aria-hidden />
          </Act>
        </>
      )}
      <Act label={t('action.remove', { name })} onClick={() => edits.onRemove([id])}>
        <IconTrash size={16} aria-hidden />
      </Act>
    </Group>
  );
}

/** The focus stays with what was moved, so that it can be moved on. */
function focusMove(id: string, step: -1 | 1): void {
  const ways = step < 0 ? ['up', 'down'] : ['down', 'up'];
  focusSoon(...ways.map((way) => `[data-act="${id} ${way}"]`));
}

interface ActProps {
  readonly name?: string;
  readonly label: string;
  readonly isOff?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Act({ children, isOff = false, label, name, onClick }: ActProps): ReactNode {
  return (
    <Tooltip label={label} withArrow>
      <ActionIcon variant="subtle" color="gray" aria-label={label} data-act={name} disabled={isOff} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
