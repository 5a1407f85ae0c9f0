import { ObjectListField } from '../../../fields/list-fields.js';
import {
  AmountField,
  ChoiceField,
  CountField,
  FlagField,
  IdField,
  TextField,
  TimeField,
} from '../../../fields/scalar-fields.js';
import { TREE_NODES, type TreeNode } from '../build-request-tree.js';
import type { RequestTree } from '../request-tree.service.js';

export class RequestTreeNodeView {
  @TextField({ description: 'Unique in the tree: the id of the run, the step or the audit record.' })
  id!: string;

  @TextField({ nullable: true, description: 'Node that this one belongs to. Null for the root.' })
  parent_id!: string | null;

  @ChoiceField(TREE_NODES, { description: 'Kind of the node.' })
  kind!: string;

  @TextField({ nullable: true, description: 'Name of the workflow, step, agent, tool, client or model.' })
  name!: string | null;

  @TextField({ nullable: true, description: 'Status of a run or step, or outcome of a request.' })
  status!: string | null;

  @TimeField({ nullable: true, description: 'When it began.' })
  started_at!: string | null;

  @AmountField({ nullable: true, description: 'Milliseconds from its beginning to its end. Null while it runs.' })
  duration_ms!: number | null;

  @CountField({ description: 'Requests at and below this node.' })
  requests!: number;

  @CountField({ description: 'Tokens of these requests.' })
  total_tokens!: number;

  @AmountField({ description: 'US dollars of these requests.' })
  cost_usd!: number;

  @TextField({ nullable: true, description: '`X-Request-Id`, of a request.' })
  request_id!: string | null;

  static of(node: TreeNode): RequestTreeNodeView {
    return {
      id: node.id,
      parent_id: node.parentId,
      kind: node.kind,
      name: node.name,
      status: node.status,
      started_at: node.startedAt?.toISOString() ?? null,
      duration_ms: node.durationMs,
      requests: node.requests,
      total_tokens: node.totalTokens,
      cost_usd: node.costUsd,
      request_id: node.record?.requestId ?? null,
    };
  }
}

/** A request with all that belongs to its run, conversation or session. */
export class RequestTreeView {
  @IdField({ description: 'Id of the audit record.' })
  id!: string;

  @ChoiceField(['audit_tree'], { description: 'Always `audit_tree`.' })
  object!: 'audit_tree';

  @ObjectListField(() => RequestTreeNodeView, {
    description: 'Nodes, each behind its parent, siblings in the order in which they began. At most 500.',
  })
  nodes!: RequestTreeNodeView[];

  @FlagField({ description: 'True if there are more nodes than are listed.' })
  has_more!: boolean;

  static of(id: string, { hasMore, nodes }: RequestTree): RequestTreeView {
    return { id, object: 'audit_tree', nodes: nodes.map(RequestTreeNodeView.of), has_more: hasMore };
  }
}
