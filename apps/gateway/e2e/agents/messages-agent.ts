import type Anthropic from '@anthropic-ai/sdk';
import { type Lane, laneOfTurn, modelOf } from './lanes.js';
import { INSTRUCTIONS, MOST_TURNS, QUESTION, runTool, TOOLS } from './task.js';
import type { Turn } from './transcript.js';

const ENDINGS: Readonly<Record<string, string>> = { tool_use: 'calls', end_turn: 'answer' };

export const MESSAGES_TOOLS: Anthropic.Tool[] = TOOLS.map(({ name, description, parameters }) => ({
  name,
  description,
  input_schema: parameters,
}));

/** The agent loop over POST /v1/messages with the official SDK: the content goes back as the SDK gives it. */
export async function runMessagesAgent(
  client: Anthropic,
  lanes: readonly Lane[],
  isStreamed: boolean,
): Promise<Turn[]> {
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: QUESTION }];
  const turns: Turn[] = [];
  while (turns.length < MOST_TURNS) {
    const lane = laneOfTurn(lanes, turns.length);
    const request = {
      model: modelOf(lane),
      system: INSTRUCTIONS,
      messages,
      tools: MESSAGES_TOOLS,
      max_tokens: 4096,
      thinking: { type: 'enabled' as const, budget_tokens: 2048 },
    };
    const message = isStreamed
      ? await client.messages.stream(request).finalMessage()
      : await client.messages.create(request);
    turns.push(readTurn(message));
    messages.push({ role: 'assistant', content: message.content });
    const calls = message.content.filter((block) => block.type === 'tool_use');
    if (calls.length === 0) return turns;
    const content = calls.map(({ id, name, input }) => ({
      type: 'tool_result' as const,
      tool_use_id: id,
      content: runTool(name, input),
    }));
    messages.push({ role: 'user', content });
  }
  throw new Error('the agent came to no end');
}

function readTurn({ content, stop_reason: reason, usage }: Anthropic.Message): Turn {
  const turn: Turn = {
    thinking: '',
    said: [],
    ending: ENDINGS[reason ?? ''] ?? String(reason),
    usage: readUsage(usage),
  };
  for (const block of content) {
    if (block.type === 'thinking') turn.thinking += block.thinking;
    if (block.type === 'text') turn.said.push({ text: block.text });
    if (block.type === 'tool_use') turn.said.push({ call: block.name, input: block.input });
  }
  return turn;
}

/** This format counts what a cache wrote and read beside the input, and leaves the sum to the reader. */
function readUsage(usage: Anthropic.Usage): Turn['usage'] {
  const prompt = usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);
  const completion = usage.output_tokens;
  const thinking = usage.output_tokens_details?.thinking_tokens ?? 0;
  return { prompt, completion, total: prompt + completion, thinking };
}
