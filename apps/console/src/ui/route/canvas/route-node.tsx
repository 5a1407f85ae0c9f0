import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../../graph/graph-canvas.module.css';
import { StateBadge } from '../../state-badge.js';
import own from './route-canvas.module.css';

/** A node of the picture, in words. */
export type DrawnNode = Node<
  {
    readonly title: string;
    readonly facts: readonly string[];
    readonly kind: string;
    readonly problems: number;
    /** Explanation of the dry run. */
    readonly why?: string | undefined;
    readonly isTaken?: boolean | undefined;
    /** It is part of something else, and changed there. */
    readonly isElsewhere?: boolean;
    /** A line can be drawn from it. */
    readonly isStart?: boolean;
  },
  'route'
>;

/** A part of a route in the graph: what it is, what it says, what is wrong with it, and what the dry run says. */
export const RouteNodeView = memo(function RouteNodeView(props: NodeProps<DrawnNode>): ReactNode {
  const { data, isConnectable, selected } = props;
  const { t } = useTranslation('routing');
  const { facts, isElsewhere, isStart = false, isTaken, kind, problems, title, why } = data;
  return (
    <div
      className={`${classes.step} ${own.node}`}
      data-selected={selected || undefined}
      data-problem={problems > 0 || undefined}
      data-taken={isTaken || undefined}
      data-elsewhere={isElsewhere || undefined}
    >
      <Handle id="in" type="target" position={Position.Left} isConnectable={false} className={own.hidden} />
      <Handle id="top" type="target" position={Position.Top} isConnectable={false} className={own.hidden} />
      <div className={classes.kind}>{kind}</div>
      <div className={classes.name} dir="auto" title={title}>
        {title}
      </div>
      {facts.length > 0 && (
        <div className={own.facts} dir="auto" title={facts.join(' · ')}>
          {facts.join(' · ')}
        </div>
      )}
      {problems > 0 && <StateBadge state="error" label={t('problem.count', { count: problems })} />}
      {why !== undefined && (
        <div className={own.why} title={why}>
          {why}
        </div>
      )}
      <Handle
        id="out"
        type="source"
        position={Position.Right}
        isConnectable={isConnectable && isStart}
        className={isStart && isConnectable ? '' : own.hidden}
      />
      <Handle id="bottom" type="source" position={Position.Bottom} isConnectable={false} className={own.hidden} />
    </div>
  );
});
