import { fieldsOf, fits, readField } from './route-fields.js';
import { PARTS, type RouteGraph, type RouteNode, targetId, targetsOf } from './route-graph.js';

/** Problem of a node, by a key of the catalogue. */
export interface NodeProblem {
  readonly node: string;
  /** The field of the node, where it is about one. */
  readonly field?: string;
  readonly message: { readonly key: string; readonly values?: Readonly<Record<string, string | number>> };
}

const HEADS: Readonly<Record<string, string>> = {
  name: 'route',
  enabled: 'route',
  workspace_id: 'route',
  strategy: 'choice',
  sticky: 'choice',
  targets: 'choice',
};

/** The node that `error.param` of the API is about, such as `targets[1].model`, and the field. */
export function findNode(graph: RouteGraph, param: string): Pick<NodeProblem, 'node' | 'field'> {
  const [head = '', ...rest] = param.split(/[.[\]]+/).filter((part) => part !== '');
  const has = (id: string): boolean => graph.nodes.some((node) => node.id === id);
  if (has(`other:${head}`)) return { node: `other:${head}` };
  if (head === 'targets' && has(targetId(Number(rest[0])))) return withField(targetId(Number(rest[0])), rest[1]);
  if (head === 'guardrails' && has(head)) return { node: head, field: 'names' };
  if ((PARTS as readonly string[]).includes(head) && has(head)) return withField(head, rest[0]);
  const node = HEADS[head] ?? 'route';
  return head === 'targets' || HEADS[head] === undefined ? { node } : { node, field: head };
}

function withField(node: string, field: string | undefined): Pick<NodeProblem, 'node' | 'field'> {
  return field === undefined ? { node } : { node, field };
}

/** Finds the problems of a graph that need no request. The API checks everything, names of models too. */
export function checkGraph(graph: RouteGraph, members: readonly string[]): readonly NodeProblem[] {
  const targets = targetsOf(graph);
  const usual = targets.filter((node) => readField(node, 'on') === undefined);
  const isWeightless = usual.length > 0 && usual.every((node) => readField(node, 'weight') === 0);
  return [
    ...graph.nodes.flatMap((node) => checkNode(node, members)),
    ...(isWeightless ? [{ node: 'choice', message: { key: 'problem.weights' } }] : []),
    ...(targets.length > 0 && usual.length === 0 ? [{ node: 'choice', message: { key: 'problem.usualTarget' } }] : []),
  ];
}

function checkNode(node: RouteNode, members: readonly string[]): readonly NodeProblem[] {
  return fieldsOf(node, members).flatMap((field): readonly NodeProblem[] => {
    const value = readField(node, field.name);
    const at = { node: node.id, field: field.name };
    if (value === undefined || (field.isRequired && value === '')) {
      return field.isRequired ? [{ ...at, message: { key: 'problem.required' } }] : [];
    }
    // Values that no input shows are left to the service.
    if (!fits(field, value) || typeof value !== 'number') return [];
    const { isWhole = false, max = Number.POSITIVE_INFINITY, min = Number.NEGATIVE_INFINITY } = field;
    if (value >= min && value <= max && (!isWhole || Number.isInteger(value))) return [];
    return [{ ...at, message: { key: isWhole ? 'problem.whole' : 'problem.range', values: { min, max } } }];
  });
}
