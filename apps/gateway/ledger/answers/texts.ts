import type { AnswerProbe } from '../probe.js';

const X = 'probe-text';
const MESSAGE = 'choices[0].message';
const PARTS = 'candidates[0].content.parts';
const BLOCKS = 'output.message.content';
const SAID = 'output[0].content';
const SOURCE = { type: 'url_citation', url: 'probe-source', title: 'probe-title', start_index: 0, end_index: 2 };

/** Texts that the model writes. */
export const TEXTS: readonly AnswerProbe[] = [
  {
    feature: 'text',
    answers: {
      reference: { [`${MESSAGE}.content`]: X },
      responses: { [`${SAID}[0].text`]: X },
      completions: { 'choices[0].text': X },
      messages: { 'content[0].text': X },
      generateContent: { [`${PARTS}[0].text`]: X },
      cohere: { 'message.content[0].text': X },
      converse: { [`${BLOCKS}[0].text`]: X },
    },
    arrives: {
      chat: { [`${MESSAGE}.content`]: X },
      responses: { 'output[0].type': 'message', 'output[0].content[0].text': X },
      messages: { 'content[0].type': 'text', 'content[0].text': X },
      completions: { 'choices[0].text': X },
    },
    sentinels: [X],
  },
  {
    feature: 'text in several blocks',
    answers: {
      responses: {
        [`${SAID}[0].text`]: 'probe-one',
        [`${SAID}[1]`]: { type: 'output_text', text: 'probe-two', annotations: [] },
      },
      messages: { 'content[0].text': 'probe-one', 'content[1]': { type: 'text', text: 'probe-two' } },
      generateContent: { [`${PARTS}[0].text`]: 'probe-one', [`${PARTS}[1]`]: { text: 'probe-two' } },
      cohere: { 'message.content[0].text': 'probe-one', 'message.content[1]': { type: 'text', text: 'probe-two' } },
      converse: { [`${BLOCKS}[0].text`]: 'probe-one', [`${BLOCKS}[1]`]: { text: 'probe-two' } },
    },
    arrives: {
      responses: { [`${SAID}[0].text`]: 'probe-one', [`${SAID}[1].text`]: 'probe-two' },
      messages: { 'content[0].text': 'probe-one', 'content[1].text': 'probe-two' },
    },
    sentinels: ['probe-one', 'probe-two'],
  },
  {
    feature: 'a refusal in words',
    answers: {
      reference: { [`${MESSAGE}.content`]: null, [`${MESSAGE}.refusal`]: X },
      responses: { [SAID]: [{ type: 'refusal', refusal: X }] },
      messages: {
        content: [],
        stop_reason: 'refusal',
        stop_details: { type: 'refusal', category: null, explanation: X },
      },
    },
    arrives: {
      chat: { [`${MESSAGE}.refusal`]: X },
      responses: { 'output[0].content[0]': { type: 'refusal', refusal: X } },
      messages: { stop_reason: 'refusal', 'stop_details.explanation': X },
    },
    sentinels: [X],
  },
  {
    feature: 'citations',
    answers: {
      reference: { [`${MESSAGE}.annotations`]: [{ type: 'url_citation', url_citation: { url: 'probe-source' } }] },
      responses: { [`${SAID}[0].annotations`]: [SOURCE] },
      messages: { 'content[0].citations': [{ type: 'char_location', cited_text: 'probe-source' }] },
      cohere: { 'message.citations': [{ start: 0, end: 2, text: 'Hi', sources: [{ id: 'probe-source' }] }] },
      converse: {
        [BLOCKS]: [{ citationsContent: { content: [{ text: 'Hi' }], citations: [{ title: 'probe-source' }] } }],
      },
      generateContent: { 'candidates[0].groundingMetadata': { groundingChunks: [{ web: { uri: 'probe-source' } }] } },
    },
    arrives: {
      chat: {
        [`${MESSAGE}.annotations[0].type`]: 'url_citation',
        [`${MESSAGE}.annotations[0].url_citation.url`]: 'probe-source',
      },
      responses: { [`${SAID}[0].annotations[0].url`]: 'probe-source' },
      messages: { 'content[0].citations': [{ type: 'char_location', cited_text: 'probe-source' }] },
    },
    sentinels: ['probe-source'],
  },
  {
    feature: 'an image',
    answers: {
      openrouter: { [`${MESSAGE}.images`]: [{ type: 'image_url', image_url: { url: 'probe-image' } }] },
      generateContent: { [`${PARTS}[1]`]: { inlineData: { mimeType: 'image/png', data: 'probe-image' } } },
    },
    arrives: { chat: { [`${MESSAGE}.images[0].image_url.url`]: 'probe-image' } },
    sentinels: ['probe-image'],
  },
  {
    feature: 'audio',
    answers: { reference: { [`${MESSAGE}.audio`]: { id: 'audio-probe', data: 'probe-audio' } } },
    arrives: { chat: { [`${MESSAGE}.audio.data`]: 'probe-audio' } },
    sentinels: ['probe-audio'],
  },
  {
    feature: 'a block of an unknown type',
    answers: {
      responses: { 'output[1]': { type: 'probe_block', id: 'p_1', probe: X } },
      messages: { 'content[1]': { type: 'probe_block', probe: X } },
      generateContent: { [`${PARTS}[1]`]: { probeBlock: { probe: X } } },
      converse: { [`${BLOCKS}[1]`]: { text: undefined, probeBlock: { probe: X } } },
    },
    arrives: {
      responses: { 'output[1]': { type: 'probe_block', id: 'p_1', probe: X } },
      messages: { 'content[1]': { type: 'probe_block', probe: X } },
    },
    sentinels: [X],
  },
  {
    feature: 'several answers',
    answers: {
      reference: {
        'choices[1]': {
          index: 1,
          message: { role: 'assistant', content: X, refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      },
      completions: { 'choices[1]': { index: 1, text: X, logprobs: null, finish_reason: 'stop' } },
      generateContent: {
        'candidates[1]': { index: 1, content: { role: 'model', parts: [{ text: X }] }, finishReason: 'STOP' },
      },
    },
    asks: { chat: { n: 2 }, completions: { n: 2 } },
    arrives: { chat: { 'choices[1].message.content': X }, completions: { 'choices[1].text': X } },
    sentinels: [X],
    only: ['chat', 'completions'],
  },
];
