import type { Piece } from './read-chunk.js';

/** A call of a tool, as chat completions write it. */
export interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The calls of an answer with what a piece of it adds. */
export function addCalls(calls: readonly ToolCall[], pieces: Piece['calls'] = []): readonly ToolCall[] {
  return pieces.reduce(addCall, calls);
}

function addCall(calls: readonly ToolCall[], piece: NonNullable<Piece['calls']>[number]): readonly ToolCall[] {
  const before = calls[piece.index] ?? { id: '', type: 'function', function: { name: '', arguments: '' } };
  const call: ToolCall = {
    id: piece.id ?? before.id,
    type: 'function',
    function: {
      name: piece.name ?? before.function.name,
      arguments: before.function.arguments + (piece.arguments ?? ''),
    },
  };
  const changed = [...calls];
  changed[piece.index] = call;
  return changed;
}

/** A tool as the service stores it. */
export interface Tool {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: Record<string, unknown>;
}

/** The tools of a JSON text, each a function or a tool that has one; undefined if it is no list of those. */
export function readTools(text: string): readonly Tool[] | undefined {
  if (text.trim() === '') return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parsed)) return undefined;
  const tools = parsed.map((each) => toTool(each as unknown));
  return tools.some((tool) => tool === undefined) ? undefined : (tools as readonly Tool[]);
}

function toTool(value: unknown): Tool | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { description, name, parameters } = ('function' in value ? (value.function ?? {}) : value) as Partial<Tool>;
  if (typeof name !== 'string' || name === '') return undefined;
  return { name, ...(description !== undefined && { description }), ...(parameters !== undefined && { parameters }) };
}
