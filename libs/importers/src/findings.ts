import { type FindingStatus, type ImportFinding, putRestrictionsFirst } from './import-result.js';
import { SourceNode } from './source-node.js';

const UNKNOWN = 'The importer does not know this setting. It was left out.';

/** Findings for each key, gathered while a source is read. */
export class Findings {
  private readonly byPath = new Map<string, ImportFinding>();

  /** A restriction that cannot be kept. The restricted thing has to stay closed. */
  opensAccess(node: SourceNode, message: string): void {
    this.add(node, 'opens_access', message);
  }

  exact(node: SourceNode, message: string): void {
    this.add(node, 'exact', message);
  }

  approximate(node: SourceNode, message: string): void {
    this.add(node, 'approximate', message);
  }

  manual(node: SourceNode, message: string): void {
    this.add(node, 'manual', message);
  }

  unsupported(node: SourceNode, message: string): void {
    this.add(node, 'unsupported', message);
  }

  /** Says nothing about keys that the source does not have. The worst of several findings of a key counts. */
  add(node: SourceNode, status: FindingStatus, message: string): void {
    if (node.value === undefined) return;
    const before = this.byPath.get(node.path);
    if (before !== undefined && RANKS[before.status] > RANKS[status]) return;
    this.byPath.set(node.path, { path: node.path, status, message });
  }

  /** All findings: restrictions that were lost, then the others in the order of the source. Keys that nothing was said of are unsupported. */
  complete(root: SourceNode): ImportFinding[] {
    const ordered: ImportFinding[] = [];
    const visit = (node: SourceNode): void => {
      const found = this.byPath.get(node.path);
      if (found !== undefined) {
        ordered.push(found);
        this.byPath.delete(node.path);
      }
      const before = ordered.length;
      const children = childrenOf(node);
      // A finding of a mapping speaks for all of its members; some may have findings of their own.
      for (const child of children) found === undefined ? visit(child) : this.takeWithin(child, ordered);
      if (found === undefined && ordered.length === before && node.path !== '') {
        ordered.push({ path: node.path, status: 'unsupported', message: UNKNOWN });
      }
    };
    visit(root);
    return putRestrictionsFirst(ordered);
  }

  private takeWithin(node: SourceNode, ordered: ImportFinding[]): void {
    const found = this.byPath.get(node.path);
    if (found !== undefined) ordered.push(found);
    for (const child of childrenOf(node)) this.takeWithin(child, ordered);
  }
}

const RANKS: Readonly<Record<FindingStatus, number>> = {
  exact: 0,
  approximate: 1,
  unsupported: 2,
  manual: 3,
  opens_access: 4,
};

/** Mappings and lists of mappings have keys of their own; a list of plain values is one value. */
function childrenOf(node: SourceNode): readonly SourceNode[] {
  if (node.items.length > 0) return node.items.some(({ value }) => isNested(value)) ? node.items : [];
  return node.entries.map(([, child]) => child);
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;
