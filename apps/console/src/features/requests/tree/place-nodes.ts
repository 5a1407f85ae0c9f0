interface Placed {
  readonly id: string;
  readonly parent_id: string | null;
}

/** Finds the depth of each node of a tree whose nodes follow their parents. A node whose parent is not listed is a root. */
export function placeNodes<Node extends Placed>(
  nodes: readonly Node[],
): { readonly node: Node; readonly depth: number }[] {
  const depths = new Map<string, number>();
  return nodes.map((node) => {
    const above = node.parent_id === null ? undefined : depths.get(node.parent_id);
    const depth = above === undefined ? 0 : above + 1;
    depths.set(node.id, depth);
    return { node, depth };
  });
}
