import type OpenAI from 'openai';
import { type Lane, laneOfTurn, modelOf } from './lanes.js';
import { INSTRUCTIONS, MOST_TURNS, QUESTION, runTool, TOOLS } from './task.js';
import type { Turn } from './transcript.js';

/** Members that the gateway adds to a message beyond the SDK's types. */
interface ReasoningMembers {
  reasoning_content?: string | null;
}

const ENDINGS: Readonly<Record<string, string>> = { tool_calls: 'calls', stop: 'answer' };

export const CHAT_TOOLS: OpenAI.ChatCompletionFunctionTool[] = TOOLS.map(({ name, description, parameters }) => ({
  type: 'function',
  function: { name, description, parameters: { ...parameters } },
}));

export const CHAT_MESSAGES: OpenAI.ChatCompletionMessageParam[] = [
  { role: 'system', content: INSTRUCTIONS },
  { role: 'user', content: QUESTION },
];

/** The agent loop over POST /v1/chat/completions with the official SDK: the message goes back as the SDK gives it. */
export async function runChatAgent(client: OpenAI, lanes: readonly Lane[], isStreamed: boolean): Promise<Turn[]> {
  const messages = [...CHAT_MESSAGES];
  const turns: Turn[] = [];
  while (turns.length < MOST_TURNS) {
    const lane = laneOfTurn(lanes, turns.length);
    const request = {
      model: modelOf(lane),
      messages,
      tools: CHAT_TOOLS,
      ...(lane.effort && { reasoning_effort: lane.effort }),
    };
    const { completion, thinking } = isStreamed ? await streamed(client, request) : await whole(client, request);
    const [choice] = completion.choices;
    if (!choice) throw new Error('an answer without choices');
    const calls = (choice.message.tool_calls ?? []).flatMap((call) => (call.type === 'function' ? call : []));
    turns.push({
      thinking,
      said: [
        ...(choice.message.content ? [{ text: choice.message.content }] : []),
        ...calls.map(({ function: called }) => ({ call: called.name, input: JSON.parse(called.arguments) })),
      ],
      ending: ENDINGS[choice.finish_reason] ?? choice.finish_reason,
      usage: readUsage(completion.usage),
    });
    if (calls.length === 0) return turns;
    messages.push(choice.message);
    for (const { id, function: called } of calls) {
      messages.push({ role: 'tool', tool_call_id: id, content: runTool(called.name, JSON.parse(called.arguments)) });
    }
  }
  throw new Error('the agent came to no end');
}

type AgentRequest = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, 'stream'>;

async function streamed(client: OpenAI, request: AgentRequest) {
  let thinking = '';
  const stream = client.chat.completions.stream({ ...request, stream_options: { include_usage: true } });
  stream.on('chunk', ({ choices }) => {
    for (const { delta } of choices) thinking += (delta as ReasoningMembers).reasoning_content ?? '';
  });
  return { completion: await stream.finalChatCompletion(), thinking };
}

async function whole(client: OpenAI, request: AgentRequest) {
  const completion = await client.chat.completions.create(request);
  const message = completion.choices[0]?.message as ReasoningMembers | undefined;
  return { completion, thinking: message?.reasoning_content ?? '' };
}

function readUsage(usage: OpenAI.CompletionUsage | undefined): Turn['usage'] {
  if (!usage) throw new Error('an answer without usage');
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = usage;
  return { prompt, completion, total, thinking: usage.completion_tokens_details?.reasoning_tokens ?? 0 };
}
