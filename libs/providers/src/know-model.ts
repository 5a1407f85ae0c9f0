import type { ProviderKind } from '@multilane/contracts';
import { findModelFacts } from './find-model-facts.js';
import { groupOf } from './group-of.js';
import type { ModelFacts, OwnModelRow } from './model-facts.js';
import { getAdapter } from './registry.js';
import type { ProviderTarget } from './target.js';

/** Facts that an operator or a workspace declares of a model. */
export interface DeclaredCapabilities {
  readonly api?: ModelFacts['api'];
  readonly reasoning_efforts?: readonly string[] | undefined;
  readonly thinking?: 'budget' | 'adaptive' | undefined;
  readonly structured_output?: boolean | undefined;
}

/** A row of the file that `model_facts` of gateway.yaml names, as people write it. */
export interface WrittenFacts {
  readonly models: readonly string[];
  readonly api?: ModelFacts['api'];
  readonly tools_need_responses?: ModelFacts['toolsNeedResponses'];
  readonly token_limit?: ModelFacts['tokenLimit'];
  readonly refuses?: ModelFacts['refuses'];
  readonly thinking?: ModelFacts['thinking'];
  readonly takes_budgets?: ModelFacts['takesBudgets'];
  readonly thinking_off?: ModelFacts['thinkingOff'];
  readonly efforts?: ModelFacts['efforts'];
  readonly default_effort?: ModelFacts['defaultEffort'];
  readonly native_effort?: ModelFacts['nativeEffort'];
  readonly system_turns?: ModelFacts['systemTurns'];
  readonly sampling?: ModelFacts['sampling'];
  readonly forced_tools?: ModelFacts['forcedTools'];
  readonly prefill?: ModelFacts['prefill'];
  readonly parts?: ModelFacts['parts'];
  readonly structured_output?: ModelFacts['structuredOutput'];
  readonly tools?: ModelFacts['tools'];
  readonly parallel_calls?: ModelFacts['parallelCalls'];
  readonly tools_in_streams?: ModelFacts['toolsInStreams'];
  readonly bridges_results?: ModelFacts['bridgesResults'];
  readonly context_window?: ModelFacts['contextWindow'];
  readonly max_output?: ModelFacts['maxOutput'];
}

/** The rows of such a file, which was checked when it was read. */
export function toOwnRows(rows: readonly WrittenFacts[]): readonly OwnModelRow[] {
  return rows.map(readRow);
}

function readRow({ models, ...row }: WrittenFacts): OwnModelRow {
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
    systemTurns: row.system_turns,
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
  // Members that a row leaves out stay as the table has them.
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
