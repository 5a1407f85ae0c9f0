type Label = string | number | boolean;

interface Branch<Value> {
  branches: Map<Label, Branch<Value>>;
  value: Value | undefined;
}

const makeBranch = <Value>(): Branch<Value> => ({ branches: new Map(), value: undefined });

/**
 * Values found by a row of labels. It walks from label to label, because joining them makes a string that must be
 * hashed anew at every look-up.
 */
export class LabelTree<Value> {
  private root = makeBranch<Value>();
  private found: Value[] = [];

  get size(): number {
    return this.found.length;
  }

  get(...labels: readonly Label[]): Value | undefined {
    let branch: Branch<Value> | undefined = this.root;
    for (const label of labels) {
      branch = branch.branches.get(label);
      if (branch === undefined) return undefined;
    }
    return branch.value;
  }

  /** Adds a value under labels that have none yet. */
  add(value: Value, ...labels: readonly Label[]): void {
    let branch = this.root;
    for (const label of labels) {
      let next = branch.branches.get(label);
      if (next === undefined) {
        next = makeBranch();
        branch.branches.set(label, next);
      }
      branch = next;
    }
    branch.value = value;
    this.found.push(value);
  }

  /** Every value, in the order of adding. */
  all(): Iterable<Value> {
    return this.found;
  }

  clear(): void {
    this.root = makeBranch();
    this.found = [];
  }
}
