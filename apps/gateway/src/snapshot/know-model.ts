import { type ModelFactsRow, readModelFacts } from '@multilane/config';
import type { ProviderKind } from '@multilane/contracts';
import {
  findModelFacts,
  getAdapter,
  groupOf,
  type ModelFacts,
  type OwnModelRow,
  type ProviderTarget,
} from '@multilane/providers';

/** What an operator or a workspace says of a model. */
export interface DeclaredCapabilities {
  readonly api?: ModelFacts['api'];
  readonly reasoning_efforts?: readonly string[] | undefined;
  readonly thinking?: 'budget' | 'adaptive' | undefined;
  readonly structured_output?: boolean | undefined;
}

/** The rows of the file that `model_facts` of the configuration names. */
export function readModelRows(path: string | undefined): readonly OwnModelRow[] {
  return path === undefined ? [] : readModelFacts(path).map(readRow);
}

function readRow({ models, ...row }: ModelFactsRow): OwnModelRow {
  const facts: ModelFacts = {
    api: row.api,
    toolsNeedResponses: row.tools_need_responses,
    tokenLimit: row.token_limit,
    refuses: row.refuses,
    thinking: row.thinking,
    takesBudgets: row.takes_budgets,
    thinkingOff: row.thinking_off,
    efforts: row.efforts,
    defaultEffort: row.default_effort,
    nativeEffort: row.native_effort,
    sampling: row.sampling,
    forcedTools: row.forced_tools,
    prefill: row.prefill,
    parts: row.parts,
    structuredOutput: row.structured_output,
    tools: row.tools,
    parallelCalls: row.parallel_calls,
    toolsInStreams: row.tools_in_streams,
    bridgesResults: row.bridges_results,
    contextWindow: row.context_window,
    maxOutput: row.max_output,
  };
  // What a row leaves out stays as the table has it.
  const said = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  return { models: new RegExp(`^(?:${models.map(toPattern).join('|')})$`, 'i'), ...said };
}

/** `*` matches any characters. */
function toPattern(name: string): string {
  return name
    .split('*')
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('.*');
}

export interface KnownModel extends Pick<ProviderTarget, 'facts' | 'thinking' | 'structuredOutput'> {
  readonly facts: ModelFacts;
}

/** Groups whose models take no schema unless it is known that they do. */
const WITHOUT_SCHEMAS: ReadonlySet<string> = new Set(['N', 'B']);

/** All that is known of a model: what was declared for it, then the operator's own rows, then the table of its kind. */
export function knowModel(
  kind: ProviderKind,
  upstreamModel: string,
  declared: DeclaredCapabilities,
  contextWindow: number | undefined,
  ownRows: readonly OwnModelRow[],
): KnownModel {
  const found = findModelFacts(kind, upstreamModel, ownRows);
  const { thinking, structured_output: schema, reasoning_efforts: efforts = [] } = declared;
  const facts: ModelFacts = {
    ...found,
    ...(declared.api && { api: declared.api }),
    ...(found.efforts && efforts.length > 0 && { efforts: [...new Set([...found.efforts, ...efforts])] }),
    ...(contextWindow !== undefined && { contextWindow }),
    ...(schema === true && { structuredOutput: 'schema' as const }),
    ...(thinking && { thinking }),
    // Exactly the models that think adaptively alone have no sampling parameters.
    ...(thinking === 'adaptive' && found.sampling === undefined && { sampling: 'none' as const }),
  };
  const takesSchema =
    WITHOUT_SCHEMAS.has(groupOf({ kind, group: getAdapter(kind, upstreamModel)?.group })) &&
    facts.structuredOutput === 'schema';
  return {
    facts,
    thinking: facts.thinking === 'adaptive' ? 'adaptive' : 'budget',
    structuredOutput: schema ?? takesSchema,
  };
}
