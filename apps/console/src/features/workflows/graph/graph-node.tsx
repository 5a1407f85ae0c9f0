import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../../../ui/graph/graph-canvas.module.css';
import { StateBadge } from '../../../ui/state-badge.js';
import { exitsOf, type Step } from '../definition.js';
import { BADGES } from '../run-state.js';

export type StepNode = Node<{ readonly step: Step; readonly problems: number; readonly state?: string }, 'step'>;

/** A step in the graph: its name, its kind, what is wrong with it, and what became of it. */
export const GraphNode = memo(function GraphNode({ data, isConnectable, selected }: NodeProps<StepNode>): ReactNode {
  const { t } = useTranslation('workflows');
  const { problems, state, step } = data;
  const exits = exitsOf(step);
  return (
    <div className={classes.step} data-selected={selected || undefined} data-problem={problems > 0 || undefined}>
      <Handle type="target" position={Position.Left} isConnectable={isConnectable} />
      <div className={classes.name} dir="auto">
        {step.name ?? step.id}
      </div>
      <div className={classes.kind}>{t(`kind.${step.kind}`, { defaultValue: step.kind })}</div>
      {problems > 0 && <StateBadge state="error" label={t('problemCount', { count: problems })} />}
      {state !== undefined && (
        <StateBadge state={BADGES[state as keyof typeof BADGES] ?? 'pending'} label={t(`stepStatus.${state}`)} />
      )}
      {exits.map((exit, index) => (
        <Handle
          key={exit ?? 'out'}
          id={exit ?? 'out'}
          type="source"
          position={Position.Right}
          isConnectable={isConnectable}
          title={exit === undefined ? undefined : t(`branch.${exit}`)}
          style={{ top: `${((index + 1) / (exits.length + 1)) * 100}%` }}
        />
      ))}
    </div>
  );
});
