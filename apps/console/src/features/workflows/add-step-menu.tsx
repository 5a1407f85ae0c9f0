import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { addStep, connect, type Graph, KINDS, type StepKind } from './definition.js';

interface AddStepMenuProps {
  readonly graph: Graph;
  readonly selected: string | undefined;
  readonly onAdd: (graph: Graph, id: string) => void;
}

/** Adds a step beside the selected one, and, where that is asked for, leads on from that one to it. */
export function AddStepMenu({ graph, onAdd, selected }: AddStepMenuProps): ReactNode {
  const { t } = useTranslation('workflows');
  const step = graph.nodes.find(({ id }) => id === selected);
  const add = (kind: StepKind, after?: string): void => {
    const added = addStep(graph, kind, selected);
    onAdd(after === undefined ? added.graph : connect(added.graph, after, added.id), added.id);
  };
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
          {t('action.addStep')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        {KINDS.map((kind) => (
          <Menu.Item key={kind} onClick={() => add(kind)}>
            {t(`kind.${kind}`)}
          </Menu.Item>
        ))}
        {step !== undefined && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('action.addAfter', { name: step.name ?? step.id })}</Menu.Label>
            {KINDS.map((kind) => (
              <Menu.Item key={kind} onClick={() => add(kind, step.id)}>
                {t('action.addKindAfter', { kind: t(`kind.${kind}`) })}
              </Menu.Item>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
