import {
  arrayOf,
  boolean,
  integer,
  jsonObject,
  mapOf,
  number,
  oneOf,
  record,
  type Shape,
  text,
  union,
} from '../shape.js';
import { cachePoint, guardContent, messages, someText, toolName } from './content-shapes.js';

const toolSpec = record(
  { name: toolName, inputSchema: union({ json: jsonObject }) },
  { description: someText, strict: boolean },
);
const toolChoice = union({ auto: record({}), any: record({}), tool: record({ name: toolName }) });
const outputFormat = record({
  type: oneOf('json_schema'),
  structure: union({ jsonSchema: record({ schema: text }, { name: text, description: text }) }),
});

function converseOf(guardrail: Readonly<Record<string, Shape>>): Shape {
  return record(
    { messages },
    {
      system: arrayOf(union({ text: someText, guardContent, cachePoint })),
      inferenceConfig: record(
        {},
        {
          maxTokens: integer(1),
          temperature: number(0, 1),
          topP: number(0, 1),
          stopSequences: arrayOf(someText, 0, 2500),
        },
      ),
      // Tools that run at the provider (systemTool) are rejected by the gateway.
      toolConfig: record({ tools: arrayOf(union({ toolSpec, cachePoint }), 1) }, { toolChoice }),
      guardrailConfig: record(
        {},
        {
          guardrailIdentifier: text,
          guardrailVersion: text,
          trace: oneOf('enabled', 'disabled', 'enabled_full'),
          ...guardrail,
        },
      ),
      additionalModelRequestFields: jsonObject,
      additionalModelResponseFieldPaths: arrayOf(text, 0, 10),
      promptVariables: mapOf(jsonObject),
      requestMetadata: mapOf(text),
      performanceConfig: record({}, { latency: oneOf('standard', 'optimized') }),
      serviceTier: record({ type: oneOf('priority', 'default', 'flex', 'reserved') }),
      outputConfig: record({}, { textFormat: outputFormat, effort: text }),
    },
  );
}

/** POST /model/{id}/converse, as API_runtime_Converse publishes it. */
export const converse = converseOf({});

/** POST /model/{id}/converse-stream, as API_runtime_ConverseStream publishes it. */
export const converseStream = converseOf({ streamProcessingMode: oneOf('sync', 'async') });

/** docs.aws.amazon.com/bedrock/latest/userguide, "Amazon Titan Text Embeddings": one input a call. */
const titanV1 = record({ inputText: someText });
const titanV2 = record(
  { inputText: someText },
  { dimensions: oneOf(256, 512, 1024), normalize: boolean, embeddingTypes: arrayOf(oneOf('float', 'binary'), 1) },
);

/** docs.aws.amazon.com/bedrock/latest/userguide, "Cohere Embed". */
const cohereEmbed = record(
  { input_type: oneOf('search_document', 'search_query', 'classification', 'clustering', 'image') },
  {
    texts: arrayOf(text, 1, 96),
    images: arrayOf(text, 1, 1),
    inputs: arrayOf(jsonObject, 1, 96),
    truncate: oneOf('NONE', 'START', 'END', 'LEFT', 'RIGHT'),
    embedding_types: arrayOf(oneOf('float', 'int8', 'uint8', 'binary', 'ubinary'), 1),
    output_dimension: oneOf(256, 512, 1024, 1536),
    max_tokens: integer(1),
  },
);

/** The body that InvokeModel takes for an embedding model; undefined for a model of another maker or kind. */
export function embeddingShape(modelId: string): Shape | undefined {
  if (modelId.includes('amazon.titan-embed-text-v2')) return titanV2;
  if (modelId.includes('amazon.titan-embed')) return titanV1;
  return modelId.includes('cohere.embed') ? cohereEmbed : undefined;
}
