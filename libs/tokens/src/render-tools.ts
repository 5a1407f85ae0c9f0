import type { ChatTool } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';

/** Schemas nested deeper than this are rendered as `any`. */
const MAX_DEPTH = 20;

/**
 * Tools as the reference provider shows them to its models, and so bills them: a TypeScript namespace. The form is not
 * documented; it was found by the community by comparing billed counts, which the tests repeat.
 */
export function renderTools(tools: readonly ChatTool[]): string {
  return ['namespace functions {', '', ...tools.flatMap(renderTool), '} // namespace functions'].join('\n');
}

function renderTool(tool: ChatTool): string[] {
  // Kinds of tools that only group R knows are forwarded untouched; their JSON is the best guess there is.
  const definition = tool.function as ChatTool['function'] | undefined;
  if (definition === undefined) return [JSON.stringify(tool), ''];
  const { name, description, parameters } = definition;
  const lines = typeof description === 'string' && description !== '' ? [`// ${description}`] : [];
  const properties = renderProperties(parameters, 0);
  if (properties.length === 0) return [...lines, `type ${name} = () => any;`, ''];
  return [...lines, `type ${name} = (_: {`, ...properties, '}) => any;', ''];
}

function renderProperties(schema: unknown, depth: number): string[] {
  if (!isRecord(schema) || !isRecord(schema.properties)) return [];
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const indent = ' '.repeat(depth * 2);
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const line = `${indent}${name}${required.has(name) ? '' : '?'}: ${renderType(property, depth)},`;
    // Descriptions of inner properties are not shown, nor billed.
    const described = depth === 0 && isRecord(property) && typeof property.description === 'string';
    return described ? [`${indent}// ${property.description}`, line] : [line];
  });
}

function renderType(schema: unknown, depth: number): string {
  if (!isRecord(schema) || depth > MAX_DEPTH) return 'any';
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) return alternatives.map((each) => renderType(each, depth + 1)).join(' | ');
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => renderType({ ...schema, type }, depth + 1)).join(' | ');
  }
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `${renderType(schema.items, depth)}[]`;
    case 'object':
      return ['{', ...renderProperties(schema, depth + 1), `${' '.repeat(depth * 2)}}`].join('\n');
    default:
      return 'any';
  }
}
