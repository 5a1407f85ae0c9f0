import type { RequestProbe } from '../probe.js';

const SCHEMA = { type: 'object', properties: { probe_answer: { type: 'string' } }, required: ['probe_answer'] };
const STRUCTURE = 'outputConfig.textFormat.structure.jsonSchema';
const NAMED = { name: 'probe_format', description: 'probe-about', schema: SCHEMA, strict: true };

/** The form of the answer. */
export const FORMATS: readonly RequestProbe[] = [
  {
    feature: 'an answer of JSON: json_object',
    says: {
      chat: { response_format: { type: 'json_object' } },
      responses: { text: { format: { type: 'json_object' } } },
    },
    stands: {
      reference: { 'response_format.type': 'json_object' },
      generateContent: { 'generationConfig.responseMimeType': 'application/json' },
      cohere: { response_format: { type: 'json_object' } },
    },
  },
  {
    feature: 'an answer by a schema: json_schema',
    says: {
      chat: { response_format: { type: 'json_schema', json_schema: { name: 'probe_format', schema: SCHEMA } } },
      responses: { text: { format: { type: 'json_schema', name: 'probe_format', schema: SCHEMA } } },
      messages: { output_config: { format: { type: 'json_schema', schema: SCHEMA } } },
    },
    stands: {
      responses: { 'text.format.type': 'json_schema', 'text.format.schema': SCHEMA },
      reference: { 'response_format.json_schema.schema': SCHEMA },
      generateContent: {
        'generationConfig.responseMimeType': 'application/json',
        'generationConfig.responseSchema': SCHEMA,
      },
      cohere: { response_format: { type: 'json_object', schema: SCHEMA } },
      messages: { 'output_config.format': { type: 'json_schema', schema: SCHEMA } },
      converse: { [`${STRUCTURE}.schema`]: JSON.stringify(SCHEMA) },
    },
    sentinels: ['probe_answer'],
  },
  {
    feature: 'an answer by a schema, by its earlier name: output_format',
    says: { messages: { output_format: { type: 'json_schema', schema: SCHEMA } } },
    stands: {
      responses: { 'text.format.schema': SCHEMA },
      reference: { 'response_format.json_schema.schema': SCHEMA },
      generateContent: { 'generationConfig.responseSchema': SCHEMA },
      cohere: { 'response_format.schema': SCHEMA },
      messages: { output_format: { type: 'json_schema', schema: SCHEMA } },
      converse: { [`${STRUCTURE}.schema`]: JSON.stringify(SCHEMA) },
    },
    sentinels: ['probe_answer'],
  },
  {
    feature: 'the name of a schema',
    says: {
      chat: { response_format: { type: 'json_schema', json_schema: NAMED } },
      responses: { text: { format: { type: 'json_schema', ...NAMED } } },
    },
    stands: {
      reference: { 'response_format.json_schema.name': 'probe_format' },
      converse: { [`${STRUCTURE}.name`]: 'probe_format' },
    },
    sentinels: ['probe_format'],
  },
  {
    feature: 'the description of a schema',
    says: {
      chat: { response_format: { type: 'json_schema', json_schema: NAMED } },
      responses: { text: { format: { type: 'json_schema', ...NAMED } } },
    },
    stands: {
      reference: { 'response_format.json_schema.description': 'probe-about' },
      cohere: { 'response_format.schema.description': 'probe-about' },
      converse: { [`${STRUCTURE}.description`]: 'probe-about' },
    },
    sentinels: ['probe-about'],
  },
  {
    feature: 'strict: true of a schema',
    says: {
      chat: { response_format: { type: 'json_schema', json_schema: NAMED } },
      responses: { text: { format: { type: 'json_schema', ...NAMED } } },
    },
    stands: { reference: { 'response_format.json_schema.strict': true } },
  },
  {
    feature: 'keywords of a schema: additionalProperties, const',
    says: {
      chat: {
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: 'probe_format',
            schema: { ...SCHEMA, additionalProperties: false, properties: { probe_answer: { const: 'probe-const' } } },
          },
        },
      },
      messages: {
        output_config: {
          format: {
            type: 'json_schema',
            schema: { ...SCHEMA, additionalProperties: false, properties: { probe_answer: { const: 'probe-const' } } },
          },
        },
      },
    },
    stands: {
      responses: {
        'text.format.schema.additionalProperties': false,
        'text.format.schema.properties.probe_answer': { const: 'probe-const' },
      },
      reference: {
        'response_format.json_schema.schema.additionalProperties': false,
        'response_format.json_schema.schema.properties.probe_answer': { const: 'probe-const' },
      },
      messages: {
        'output_config.format.schema.additionalProperties': false,
        'output_config.format.schema.properties.probe_answer.const': 'probe-const',
      },
      converse: {
        [`${STRUCTURE}.schema`]: JSON.stringify({
          ...SCHEMA,
          additionalProperties: false,
          properties: { probe_answer: { const: 'probe-const' } },
        }),
      },
      cohere: {
        'response_format.schema.additionalProperties': false,
        'response_format.schema.properties.probe_answer': { const: 'probe-const' },
      },
    },
    sentinels: ['probe-const'],
  },
  {
    feature: 'an answer of JSON beside tools',
    says: {
      chat: {
        response_format: { type: 'json_object' },
        tools: [{ type: 'function', function: { name: 'probe_tool', parameters: SCHEMA } }],
      },
      responses: {
        text: { format: { type: 'json_object' } },
        tools: [{ type: 'function', name: 'probe_tool', parameters: SCHEMA }],
      },
    },
    stands: {
      reference: { 'response_format.type': 'json_object' },
      generateContent: { 'generationConfig.responseMimeType': 'application/json' },
    },
  },
];
