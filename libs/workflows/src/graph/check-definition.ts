import { writeProblem } from '@multilane/contracts';
import type { z } from 'zod';
import { findCelProblem, findJsonataProblem, stepsInExpression } from '../expressions/check-expression.js';
import { readSecretText, type SecretText, secretsIn } from '../secrets/secret-text.js';
import {
  type Branch,
  NODE_ID,
  WORKFLOW_DEFINITION,
  type WorkflowDefinition,
  type WorkflowEdge,
  type WorkflowNode,
} from './definition.js';
import { describeIssue } from './describe-issue.js';
import { ancestorsOf, type Graph, readGraph } from './graph.js';
import { type StepText, textsOfNode } from './references.js';
import { findTemplateProblem, stepsInTemplate, textsIn } from './templates.js';

/** Reason why a definition cannot be published. */
export interface WorkflowProblem {
  /** The step that it is about; null: the workflow as a whole. */
  readonly node: string | null;
  /** Such as `nodes[2].url`. */
  readonly path: string;
  /** A sentence that begins with the field, or the end of one. */
  readonly message: string;
}

export type CheckedDefinition =
  | { readonly definition: WorkflowDefinition; readonly problems: readonly [] }
  | { readonly definition?: undefined; readonly problems: readonly WorkflowProblem[] };

const MOST_PROBLEMS = 50;
const MOST_HEADERS = 50;
/** Headers that say how a message is carried, or that the step sets itself. */
const OURS =
  /^(?:host|connection|keep-alive|content-length|content-encoding|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|idempotency-key|proxy-.*)$/i;

/** Expressions are parsed in turns of the event loop of about this time, in milliseconds: one by itself takes some tens at most. */
const TURN_MS = 10;

/** Reads a definition as people write it, and finds every problem that publication rejects (docs/contract/workflows.md#publication). */
export async function checkDefinition(value: unknown): Promise<CheckedDefinition> {
  const parsed = WORKFLOW_DEFINITION.safeParse(value);
  if (!parsed.success)
    return { problems: parsed.error.issues.slice(0, MOST_PROBLEMS).map((issue) => toProblem(issue, value)) };
  const definition = parsed.data;
  const problems = [...findGraphProblems(definition)];
  const graph = readGraph(definition);
  let turnEndsAt = performance.now() + TURN_MS;
  for (const [index, node] of definition.nodes.entries()) {
    problems.push(...findNodeProblems(node, index, graph));
    if (performance.now() < turnEndsAt) continue;
    await new Promise((resume) => setImmediate(resume));
    turnEndsAt = performance.now() + TURN_MS;
  }
  for (const text of textsIn(definition.output)) {
    const problem = findTemplateProblem(text) ?? findUnknownStep(stepsInTemplate(text), graph);
    if (problem !== undefined) problems.push({ node: null, path: 'output', message: problem });
  }
  return problems.length === 0 ? { definition, problems: [] } : { problems: problems.slice(0, MOST_PROBLEMS) };
}

/** The names of the secrets that steps use. */
export function secretsOf({ nodes }: Pick<WorkflowDefinition, 'nodes'>): readonly string[] {
  return secretsIn(
    nodes.flatMap((node) => {
      const task = node.kind === 'map' ? node.step : node;
      return task.kind === 'http' ? Object.values(task.headers).flatMap((value) => toList(readSecretText(value))) : [];
    }),
  );
}

/**
 * True if the author of an address wrote its scheme, host and port, and they are not data of a run. Secrets are sent
 * only to such addresses: whoever controls the data must not choose who gets them.
 */
export function hasFixedOrigin(url: string): boolean {
  const [beginning = ''] = url.split('{{');
  return beginning === url ? true : /^https?:\/\/[^/?#\s\\@]+[/?#]/i.test(beginning);
}

function* findGraphProblems({ edges, nodes }: WorkflowDefinition): Iterable<WorkflowProblem> {
  const seen = new Set<string>();
  for (const [index, { id }] of nodes.entries()) {
    if (seen.has(id)) yield { node: id, path: `nodes[${index}].id`, message: writeProblem('step_twice') };
    seen.add(id);
  }
  const pairs = new Set<string>();
  for (const [index, edge] of edges.entries()) {
    const path = `edges[${index}]`;
    for (const end of ['from', 'to'] as const) {
      if (!seen.has(edge[end])) yield { node: null, path: `${path}.${end}`, message: writeProblem('no_step') };
    }
    const pair = JSON.stringify([edge.from, edge.to, edge.branch]);
    if (pairs.has(pair)) yield { node: edge.from, path, message: writeProblem('edge_twice') };
    pairs.add(pair);
    const from = nodes.find(({ id }) => id === edge.from);
    const problem = from && findBranchProblem(from, edge);
    if (problem !== undefined) yield { node: edge.from, path: `${path}.branch`, message: problem };
  }
  const { order } = readGraph({ edges, nodes });
  const cyclic = nodes.find(({ id }) => !order.includes(id));
  if (cyclic !== undefined) {
    yield { node: cyclic.id, path: 'edges', message: writeProblem('edges_in_circle') };
  }
}

function findBranchProblem(node: WorkflowNode, { branch }: WorkflowEdge): string | undefined {
  const own: readonly Branch[] =
    node.kind === 'condition' ? ['true', 'false'] : node.kind === 'approval' ? ['approved', 'rejected'] : [];
  if (branch === 'error') {
    return node.on_error === 'branch' ? undefined : writeProblem('branch_without_error');
  }
  if (own.length === 0) {
    return branch === undefined ? undefined : writeProblem('branch_of_none', { step_kind: node.kind });
  }
  return branch !== undefined && own.includes(branch)
    ? undefined
    : writeProblem('not_choice', { choices: own.join(', ') });
}

function* findNodeProblems(node: WorkflowNode, index: number, graph: Graph): Iterable<WorkflowProblem> {
  const at = (field: string, message: string): WorkflowProblem => ({
    node: node.id,
    path: `nodes[${index}].${field}`,
    message,
  });
  const ancestors = ancestorsOf(graph, node.id);
  for (const text of textsOfNode(node)) {
    const problem = findTextProblem(text, node.kind) ?? findReferenceProblem(text, graph, ancestors);
    if (problem !== undefined) yield at(text.field, problem);
  }
  if (node.kind === 'wait' && (node.seconds === undefined) === (node.until === undefined)) {
    yield at('seconds', writeProblem('seconds_or_until'));
  }
  const [task, prefix] = node.kind === 'map' ? [node.step, 'step.'] : [node, ''];
  if (task.kind !== 'http') return;
  for (const [field, message] of findHttpProblems(task)) yield at(`${prefix}${field}`, message);
}

function findTextProblem({ field, language, text }: StepText, kind: WorkflowNode['kind']): string | undefined {
  if (language === 'cel') return findCelProblem(text, kind === 'condition' ? 'bool' : undefined);
  if (language === 'jsonata') return findJsonataProblem(text);
  const isHeader = /^(?:step\.)?headers\./.test(field);
  return findTemplateProblem(isHeader ? withoutSecrets(text) : text, { isInMap: field.startsWith('step.') });
}

function findReferenceProblem(
  { language, text }: StepText,
  graph: Graph,
  ancestors: ReadonlySet<string>,
): string | undefined {
  const named = language === 'template' ? stepsInTemplate(text) : (stepsInExpression(text) ?? []);
  return findUnknownStep(named, graph) ?? findLaterStep(named, ancestors);
}

function* findHttpProblems({
  headers,
  url,
}: {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly url: string;
}): Iterable<readonly [string, string]> {
  if (!/^https?:\/\//i.test(url) && !url.startsWith('{{')) yield ['url', writeProblem('not_web_address')];
  const names = new Set<string>();
  let usesSecrets = false;
  if (Object.keys(headers).length > MOST_HEADERS) {
    yield ['headers', writeProblem('too_many_entries', { max: MOST_HEADERS })];
  }
  for (const [name, value] of Object.entries(headers)) {
    const field = `headers.${name}`;
    if (OURS.test(name)) yield [field, writeProblem('own_header')];
    if (names.has(name.toLowerCase())) yield [field, writeProblem('header_twice')];
    names.add(name.toLowerCase());
    const text = readSecretText(value);
    if (text === undefined) yield [field, writeProblem('no_secret_name')];
    else if (secretsIn([text]).length > 0) usesSecrets = true;
  }
  if (usesSecrets && !hasFixedOrigin(url)) {
    yield ['url', writeProblem('secret_to_chosen_host')];
  }
}

function findUnknownStep(ids: readonly string[], { nodes }: Graph): string | undefined {
  const unknown = ids.find((id) => !nodes.has(id));
  return unknown === undefined ? undefined : writeProblem('missing_step', { step: unknown.slice(0, 64) });
}

function findLaterStep(ids: readonly string[], ancestors: ReadonlySet<string>): string | undefined {
  const later = ids.find((id) => !ancestors.has(id));
  return later === undefined ? undefined : writeProblem('later_step', { step: later });
}

/** Headers may use secrets beside data of the run. */
const withoutSecrets = (text: string): string => text.replaceAll(/\{\{\s*secrets\.[A-Za-z0-9_]*\s*\}\}/g, '');

const toList = (text: SecretText | undefined): readonly SecretText[] => (text === undefined ? [] : [text]);

function toProblem(issue: z.core.$ZodIssue, value: unknown): WorkflowProblem {
  const { path } = issue;
  const written = path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );
  const id = path[0] === 'nodes' && typeof path[1] === 'number' ? idOfNode(value, path[1]) : undefined;
  return { node: id ?? null, path: written === '' ? 'definition' : written, message: describeIssue(issue) };
}

function idOfNode(value: unknown, index: number): string | undefined {
  const id = (value as { nodes?: readonly ({ id?: unknown } | null)[] } | null)?.nodes?.[index]?.id;
  return typeof id === 'string' && NODE_ID.test(id) ? id : undefined;
}
