import type OpenAI from 'openai';
import { type Lane, laneOfTurn, modelOf } from './lanes.js';
import { INSTRUCTIONS, MOST_TURNS, QUESTION, runTool, TOOLS } from './task.js';
import type { Turn } from './transcript.js';

export const RESPONSES_TOOLS: OpenAI.Responses.FunctionTool[] = TOOLS.map(({ name, description, parameters }) => ({
  type: 'function',
  name,
  description,
  parameters: { ...parameters },
  strict: false,
}));

/** The agent loop over POST /v1/responses with the official SDK: the output's items go back as the SDK gives them. */
export async function runResponsesAgent(client: OpenAI, lanes: readonly Lane[], isStreamed: boolean): Promise<Turn[]> {
  const input: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: QUESTION }];
  const turns: Turn[] = [];
  while (turns.length < MOST_TURNS) {
    const lane = laneOfTurn(lanes, turns.length);
    const request = {
      model: modelOf(lane),
      instructions: INSTRUCTIONS,
      input,
      tools: RESPONSES_TOOLS,
      store: false,
      include: ['reasoning.encrypted_content' as const],
      ...(lane.effort && { reasoning: { effort: lane.effort } }),
    };
    const response = isStreamed
      ? await client.responses.stream(request).finalResponse()
      : await client.responses.create(request);
    turns.push(readTurn(response));
    input.push(...(response.output as OpenAI.Responses.ResponseInputItem[]));
    const calls = response.output.flatMap((item) => (item.type === 'function_call' ? item : []));
    if (calls.length === 0) return turns;
    for (const { call_id, name, arguments: json } of calls) {
      input.push({ type: 'function_call_output', call_id, output: runTool(name, JSON.parse(json)) });
    }
  }
  throw new Error('the agent came to no end');
}

function readTurn({ output, status, usage }: OpenAI.Responses.Response): Turn {
  const turn: Turn = { thinking: '', said: [], ending: status ?? 'none', usage: readUsage(usage) };
  for (const item of output) {
    if (item.type === 'reasoning') turn.thinking += item.summary.map(({ text }) => text).join('');
    if (item.type === 'message') {
      const text = item.content.map((part) => (part.type === 'output_text' ? part.text : part.refusal)).join('');
      turn.said.push({ text });
    }
    if (item.type === 'function_call') turn.said.push({ call: item.name, input: JSON.parse(item.arguments) });
  }
  // This format has one word for both endings; the items say which it is.
  const hasCalls = output.some(({ type }) => type === 'function_call');
  if (status === 'completed') turn.ending = hasCalls ? 'calls' : 'answer';
  return turn;
}

function readUsage(usage: OpenAI.Responses.ResponseUsage | undefined): Turn['usage'] {
  if (!usage) throw new Error('an answer without usage');
  const {
    input_tokens: prompt,
    output_tokens: completion,
    total_tokens: total,
    output_tokens_details: details,
  } = usage;
  return { prompt, completion, total, thinking: details.reasoning_tokens };
}
