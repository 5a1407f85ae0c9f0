import { firstOf, onlyMembers, type StrictRefusal, type StrictRule } from './strict-provider.js';

function refuse(message: string): StrictRefusal {
  return { status: 400, body: { error: { code: 400, message, status: 'INVALID_ARGUMENT' } } };
}

const CONFIG_MEMBERS = new Set([
  ...['temperature', 'topP', 'topK', 'maxOutputTokens', 'stopSequences', 'candidateCount', 'seed', 'presencePenalty'],
  ...['frequencyPenalty', 'responseLogprobs', 'logprobs', 'responseMimeType', 'responseSchema', 'responseJsonSchema'],
  ...['thinkingConfig', 'mediaResolution', 'speechConfig', 'responseModalities', 'imageConfig'],
]);

type Json = Readonly<Record<string, unknown>>;

/** A part without a type, or with words beside `anyOf`. */
function findBadSchema(schema: unknown): string | undefined {
  const { type, anyOf, properties, items, ...others } = Object(schema) as Json;
  if (anyOf !== undefined) {
    const isAlone = [type, properties, items].every((each) => each === undefined) && Object.keys(others).length === 0;
    if (!isAlone)
      return 'schema specified other fields alongside any_of. When using any_of, it must be the only field set.';
  } else if (type === undefined) return "schema didn't specify the schema type field";
  const parts = [...Object.values(Object(properties)), ...(Array.isArray(anyOf) ? anyOf : [])];
  if (type === 'array') parts.push(items);
  return parts.map(findBadSchema).find((problem) => problem !== undefined);
}

/** A part of a JSON Schema without a type, a reference with words beside it, or one that leads nowhere. */
function findBadJsonSchema(schema: unknown, root: Json): string | undefined {
  const { $defs, $ref, additionalProperties, anyOf, items, prefixItems, properties, type, ...others } = Object(
    schema,
  ) as Json;
  if ($ref !== undefined) {
    const beside = [additionalProperties, anyOf, items, prefixItems, properties, type].some(
      (each) => each !== undefined,
    );
    if (beside || Object.keys(others).length > 0) return `$ref '${$ref}' was set alongside unsupported fields.`;
    const name = String($ref).replace('#/$defs/', '');
    return Object.hasOwn(Object(root.$defs), name) ? undefined : `reference to undefined schema at ${$ref}`;
  }
  if (anyOf === undefined && type === undefined) return "schema didn't specify the schema type field";
  const lists = [anyOf, prefixItems].flatMap((parts) => (Array.isArray(parts) ? parts : []));
  const named = [properties, $defs].flatMap((parts) => Object.values(Object(parts)));
  const parts = [...named, ...lists, items, additionalProperties].filter((part) => typeof part === 'object');
  return parts.map((part) => findBadJsonSchema(part, root)).find((problem) => problem !== undefined);
}

const schemas: StrictRule = ({ tools, generationConfig: config }) => {
  const declared = (Array.isArray(tools) ? tools : []).flatMap(
    (tool: Json) => (tool.functionDeclarations ?? []) as readonly Json[],
  );
  const { responseJsonSchema, responseSchema } = Object(config) as Json;
  const pairs = [
    ...declared.map((each) => [each.parameters, each.parametersJsonSchema]),
    [responseSchema, responseJsonSchema],
  ];
  if (pairs.some((pair) => pair.every((each) => each !== undefined))) {
    return refuse('Only one of the schema and its JSON Schema may be set.');
  }
  const [bad] = pairs.flatMap(([, json]) => (json === undefined ? [] : (findBadJsonSchema(json, Object(json)) ?? [])));
  if (bad !== undefined) return refuse(bad);
  const given = pairs.map(([own]) => own);
  const [problem] = given.filter((each) => each !== undefined).flatMap((each) => findBadSchema(each) ?? []);
  return problem === undefined ? undefined : refuse(problem);
};

/** Checks the order of speakers, and that answers belong to calls. */
const turns: StrictRule = ({ contents }) => {
  const given = (Array.isArray(contents) ? contents : []) as readonly { role?: string; parts?: readonly Json[] }[];
  for (const [index, { role, parts = [] }] of given.entries()) {
    const calls = parts.filter(({ functionCall }) => functionCall !== undefined).length;
    if (role !== 'model' || calls === 0) continue;
    if (given[index - 1]?.role !== 'user') {
      return refuse('Please ensure that function call turn comes immediately after a user turn.');
    }
    const answers =
      given[index + 1]?.parts?.filter(({ functionResponse }) => functionResponse !== undefined).length ?? 0;
    if (answers !== calls) {
      return refuse('The number of function response parts is not equal to the number of function call parts.');
    }
  }
  return undefined;
};

const VALIDATED = /gemini-[3-9]/;

/**
 * The first call of each step of the current turn carries a signature, or the value for a missing one; calls in
 * parallel have none (ai.google.dev/gemini-api/docs/thought-signatures).
 */
const signatures: StrictRule = ({ contents }, path) => {
  if (!VALIDATED.test(path)) return undefined;
  const given = (Array.isArray(contents) ? contents : []) as readonly { role?: string; parts?: readonly Json[] }[];
  const question = given.findLastIndex(
    ({ role, parts = [] }) => role === 'user' && parts.some(({ text }) => text !== undefined),
  );
  for (const [index, { role, parts = [] }] of given.entries()) {
    const call = parts.find(({ functionCall }) => functionCall !== undefined);
    if (index < question || role !== 'model' || call === undefined || call.thoughtSignature) continue;
    const { name } = call.functionCall as { name?: string };
    return refuse(
      `Function call is missing a thought_signature in functionCall parts. Additional data, function call \`default_api:${name}\`, position ${index + 1}.`,
    );
  }
  return undefined;
};

/** ai.google.dev/api/generate-content */
export const refuseAsGemini = firstOf(
  onlyMembers(
    [
      'contents',
      'systemInstruction',
      'tools',
      'toolConfig',
      'generationConfig',
      'safetySettings',
      'cachedContent',
      'labels',
    ],
    (name) => refuse(`Invalid JSON payload received. Unknown name "${name}": Cannot find field.`),
  ),
  ({ generationConfig: config }) => {
    const unknown = Object.keys(Object(config)).find((name) => !CONFIG_MEMBERS.has(name));
    return unknown === undefined
      ? undefined
      : refuse(`Invalid JSON payload received. Unknown name "${unknown}" at 'generation_config': Cannot find field.`);
  },
  ({ generationConfig: config }) => {
    const { maxOutputTokens: limit, temperature } = Object(config) as {
      maxOutputTokens?: number;
      temperature?: number;
    };
    if ((limit ?? 0) > 65_536)
      return refuse('Unable to submit request because it has a maxOutputTokens value out of range.');
    return (temperature ?? 0) > 2 ? refuse('temperature must be in the range [0.0, 2.0]') : undefined;
  },
  schemas,
  turns,
  signatures,
);
