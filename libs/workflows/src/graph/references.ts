import { stepsInExpression } from '../expressions/check-expression.js';
import type { WorkflowNode, WorkflowTask } from './definition.js';
import { stepsInTemplate, textsIn } from './templates.js';

/** A text of a step that is a template or an expression, and where it is. */
export interface StepText {
  readonly field: string;
  readonly text: string;
  readonly language: 'template' | 'cel' | 'jsonata';
}

/** The templates and expressions of a step. Headers that take secrets are among them. */
export function textsOfNode(node: WorkflowNode): readonly StepText[] {
  switch (node.kind) {
    case 'condition':
      return [{ field: 'expression', text: node.expression, language: 'cel' }];
    case 'map':
      return [
        { field: 'items', text: node.items, language: 'cel' },
        ...textsOfTask(node.step).map((each) => ({ ...each, field: `step.${each.field}` })),
      ];
    case 'wait':
      return node.until === undefined ? [] : [{ field: 'until', text: node.until, language: 'template' }];
    case 'approval':
      return [{ field: 'message', text: node.message, language: 'template' }];
    default:
      return textsOfTask(node);
  }
}

function textsOfTask(task: WorkflowTask): readonly StepText[] {
  const templates = (field: string, value: unknown): StepText[] =>
    textsIn(value).map((text) => ({ field, text, language: 'template' as const }));
  switch (task.kind) {
    case 'model':
      return task.messages.flatMap(({ content }, index) => templates(`messages[${index}].content`, content));
    case 'agent':
      return templates('input', task.input);
    case 'retrieve':
      return templates('query', task.query);
    case 'http':
      return [
        ...templates('url', task.url),
        ...Object.entries(task.headers).flatMap(([name, value]) =>
          typeof value === 'string' ? templates(`headers.${name}`, value) : [],
        ),
        ...templates('body', task.body),
      ];
    case 'transform':
      return [{ field: 'expression', text: task.expression, language: 'jsonata' }];
    case 'subworkflow':
      return templates('input', task.input);
  }
}

/** The ids of the steps whose outputs a step reads; undefined if that may be any. */
export function referencesOf(node: WorkflowNode): readonly string[] | undefined {
  const ids = new Set<string>();
  for (const { language, text } of textsOfNode(node)) {
    const found = language === 'template' ? stepsInTemplate(text) : stepsInExpression(text);
    if (found === undefined) return undefined;
    for (const id of found) ids.add(id);
  }
  return [...ids];
}
