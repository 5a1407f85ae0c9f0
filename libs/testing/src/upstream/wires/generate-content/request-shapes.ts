import {
  anything,
  arrayOf,
  boolean,
  filledText,
  integer,
  jsonObject,
  mapOf,
  matching,
  number,
  oneOf,
  record,
  type Shape,
  text,
} from '../shape.js';
import { cloudContent, content, dimensions, schema, textContent } from './content-shapes.js';
import { enumOf, message } from './proto-json.js';

const toolName = matching(/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/, 'a function name');
const functionDeclaration = message(
  { name: toolName },
  {
    description: text,
    parameters: schema,
    parametersJsonSchema: jsonObject,
    response: schema,
    responseJsonSchema: jsonObject,
    behavior: enumOf('BLOCKING', 'NON_BLOCKING'),
  },
);
const functionCallingConfig = message(
  {},
  { mode: enumOf('AUTO', 'ANY', 'NONE', 'VALIDATED'), allowedFunctionNames: arrayOf(toolName) },
);
const generationConfig = message(
  {},
  {
    temperature: number(0, 2),
    topP: number(0, 1),
    topK: number(0),
    candidateCount: integer(1, 8),
    maxOutputTokens: integer(1),
    stopSequences: arrayOf(filledText, 0, 5),
    seed: integer(-(2 ** 31), 2 ** 31 - 1),
    presencePenalty: number(-2, 2),
    frequencyPenalty: number(-2, 2),
    responseLogprobs: boolean,
    logprobs: integer(0, 20),
    responseMimeType: oneOf('text/plain', 'application/json', 'text/x.enum'),
    responseSchema: schema,
    responseJsonSchema: anything,
    responseModalities: arrayOf(enumOf('TEXT', 'IMAGE', 'AUDIO')),
    mediaResolution: text,
    speechConfig: jsonObject,
    thinkingConfig: message(
      {},
      {
        includeThoughts: boolean,
        thinkingBudget: integer(-1),
        thinkingLevel: enumOf('MINIMAL', 'LOW', 'MEDIUM', 'HIGH', 'minimal', 'low', 'medium', 'high'),
      },
    ),
  },
);
const harmCategory = matching(/^HARM_CATEGORY_[A-Z_]+$/, 'a harm category');
const threshold = enumOf('BLOCK_LOW_AND_ABOVE', 'BLOCK_MEDIUM_AND_ABOVE', 'BLOCK_ONLY_HIGH', 'BLOCK_NONE', 'OFF');
const shared = {
  // Tools that run at the provider are rejected by the gateway.
  tools: arrayOf(message({ functionDeclarations: arrayOf(functionDeclaration, 1) })),
  toolConfig: message({}, { functionCallingConfig }),
  safetySettings: arrayOf(message({ category: harmCategory, threshold })),
  systemInstruction: textContent,
  generationConfig,
  cachedContent: filledText,
};

/** ai.google.dev/api/generate-content#method:-models.generatecontent */
export const generateContent: Shape = message({ contents: arrayOf(content, 1) }, shared);

/** The cloud edition's reference, "Method: models.generateContent". */
export const cloudGenerateContent: Shape = message(
  { contents: arrayOf(cloudContent, 1) },
  { ...shared, labels: mapOf(text), modelArmorConfig: jsonObject },
);

const aboutEmbedding = { taskType: text, title: text, outputDimensionality: dimensions };

/** ai.google.dev/api/embeddings#method:-models.embedcontent */
export const embedContent: Shape = message({ content: textContent }, { ...aboutEmbedding, model: filledText });

/** ai.google.dev/api/embeddings#method:-models.batchembedcontents: at most 100 inputs a call. */
export const batchEmbedContents: Shape = message({
  requests: arrayOf(
    message({ model: matching(/^models\/./, 'models/…'), content: textContent }, aboutEmbedding),
    1,
    100,
  ),
});

/** The cloud edition's reference, "Text embeddings API". */
export const predict: Shape = record(
  { instances: arrayOf(message({ content: text }, { taskType: text, title: text }), 1, 250) },
  { parameters: message({}, { autoTruncate: boolean, outputDimensionality: dimensions }) },
);

/** The same of the cloud edition's newer embedding models. */
export const cloudEmbedContent: Shape = message(
  { content: textContent },
  { ...aboutEmbedding, embedContentConfig: message({}, { ...aboutEmbedding, autoTruncate: boolean }) },
);
