import { firstOf, messagesOf, onlyMembers, partsOf, type StrictRefusal, type StrictRule } from './strict-provider.js';

function refuse(message: string): StrictRefusal {
  return { status: 400, body: { message } };
}

type Json = Readonly<Record<string, unknown>>;

/** The model, which stands in the address. */
const modelIn = (path: string): string => decodeURIComponent(/\/model\/([^/]+)\//.exec(path)?.[1] ?? '');

const ADAPTIVE_ONLY = /claude-(?:opus-4-[7-9]|(?:opus|sonnet|haiku|fable|mythos)-5)/;
const CLAUDE = /claude/;

const inference: StrictRule = ({ inferenceConfig: config, additionalModelRequestFields: more }, path) => {
  const { temperature, topP, maxTokens } = Object(config) as Json;
  const unknown = Object.keys(Object(config)).find(
    (name) => !['maxTokens', 'temperature', 'topP', 'stopSequences'].includes(name),
  );
  if (unknown !== undefined) return refuse(`extraneous key [${unknown}] is not permitted`);
  if (Number(temperature ?? 0) > 1) return refuse('temperature must be less than or equal to 1');
  if (maxTokens !== undefined && Number(maxTokens) < 1) return refuse('maxTokens must be at least 1');
  if (ADAPTIVE_ONLY.test(modelIn(path)) && (temperature !== undefined || topP !== undefined)) {
    return refuse('`temperature` is deprecated for this model.');
  }
  const { thinking } = Object(more) as { thinking?: Json };
  if (thinking === undefined) return undefined;
  if (!CLAUDE.test(modelIn(path))) return refuse('extraneous key [thinking] is not permitted');
  if (ADAPTIVE_ONLY.test(modelIn(path)) && thinking.type === 'enabled') {
    return refuse('"thinking.type.enabled" is not supported for this model.');
  }
  return undefined;
};

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Checks the order of speakers, and blank texts. */
const turns: StrictRule = (body) => {
  const given = messagesOf(body);
  if (given[0]?.role !== 'user') return refuse('A conversation must start with a user message. Try again with one.');
  for (const [index, turn] of given.entries()) {
    if (turn.role === given[index - 1]?.role) {
      return refuse('A conversation must alternate between user and assistant roles.');
    }
    if (partsOf(turn).some(({ text }) => typeof text === 'string' && text.trim() === '')) {
      return refuse(`The text field in the ContentBlock object at messages.${index}.content.0 is blank.`);
    }
  }
  return undefined;
};

const callsOf = (turn: Json): readonly Json[] =>
  partsOf(turn).flatMap(({ toolUse }) => (toolUse === undefined ? [] : [toolUse as Json]));

/** Calls and their results. */
const history: StrictRule = (body) => {
  const given = messagesOf(body);
  const used = new Set<unknown>();
  for (const [index, turn] of given.entries()) {
    const results = partsOf(given[index + 1] ?? {}).map(({ toolResult }) => (Object(toolResult) as Json).toolUseId);
    for (const { toolUseId: id, name } of callsOf(turn)) {
      if (body.toolConfig === undefined) return refuse('The toolConfig field must be defined when using toolUse.');
      if (!ID.test(String(id)) || !ID.test(String(name))) return refuse('failed to satisfy constraint: [a-zA-Z0-9_-]+');
      if (used.has(id)) return refuse('`tool_use` ids must be unique');
      if (!results.includes(id)) return refuse(`Expected toolResult blocks at messages.${index + 1}.content for ids.`);
      used.add(id);
    }
  }
  return undefined;
};

/** Converse (docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html), as of November 2026. */
export const refuseAsBedrock = firstOf(
  onlyMembers(
    [
      ...['messages', 'system', 'inferenceConfig', 'toolConfig', 'guardrailConfig', 'additionalModelRequestFields'],
      ...['promptVariables', 'additionalModelResponseFieldPaths', 'requestMetadata', 'performanceConfig'],
      ...['outputConfig', 'serviceTier'],
    ],
    (name) => refuse(`extraneous key [${name}] is not permitted`),
  ),
  inference,
  turns,
  history,
);
