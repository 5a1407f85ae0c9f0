import type { AnswerProbe } from '../probe.js';

const MESSAGE = 'choices[0].message';

/** Other facts about an answer. */
export const FACTS: readonly AnswerProbe[] = [
  {
    feature: 'the id of the answer',
    answers: {
      reference: { id: 'probe-id' },
      responses: { id: 'probe-id' },
      completions: { id: 'probe-id' },
      messages: { id: 'probe-id' },
      generateContent: { responseId: 'probe-id' },
      cohere: { id: 'probe-id' },
    },
    arrives: {
      chat: { id: 'probe-id' },
      responses: { id: 'probe-id' },
      messages: { id: 'probe-id' },
      completions: { id: 'probe-id' },
    },
    sentinels: ['probe-id'],
  },
  {
    feature: 'the time of the answer',
    answers: {
      reference: { created: 1_712_345_678 },
      responses: { created_at: 1_712_345_678 },
      completions: { created: 1_712_345_678 },
      vertex: { createTime: new Date(1_712_345_678_000).toISOString() },
    },
    arrives: {
      chat: { created: 1_712_345_678 },
      responses: { created_at: 1_712_345_678 },
      completions: { created: 1_712_345_678 },
    },
    sentinels: [1_712_345_678],
    only: ['chat', 'responses', 'completions'],
  },
  {
    feature: 'the model that answered',
    answers: {
      reference: { model: 'probe-model' },
      responses: { model: 'probe-model' },
      completions: { model: 'probe-model' },
      messages: { model: 'probe-model' },
      generateContent: { modelVersion: 'probe-model' },
    },
    arrives: {
      chat: { model: 'probe-model' },
      responses: { model: 'probe-model' },
      messages: { model: 'probe-model' },
      completions: { model: 'probe-model' },
    },
    sentinels: ['probe-model'],
  },
  {
    feature: 'the service tier',
    answers: {
      reference: { service_tier: 'probe-tier' },
      responses: { service_tier: 'probe-tier' },
      messages: { 'usage.service_tier': 'probe-tier' },
      converse: { serviceTier: { type: 'probe-tier' } },
    },
    arrives: {
      chat: { service_tier: 'probe-tier' },
      responses: { service_tier: 'probe-tier' },
      messages: { 'usage.service_tier': 'probe-tier' },
    },
    sentinels: ['probe-tier'],
  },
  {
    feature: 'an unknown member of the answer',
    answers: {
      reference: { probe_member: 'probe-value' },
      responses: { probe_member: 'probe-value' },
      completions: { probe_member: 'probe-value' },
      messages: { probe_member: 'probe-value' },
      generateContent: { probe_member: 'probe-value' },
      cohere: { probe_member: 'probe-value' },
      converse: { probe_member: 'probe-value' },
    },
    arrives: {
      chat: { probe_member: 'probe-value' },
      responses: { probe_member: 'probe-value' },
      messages: { probe_member: 'probe-value' },
      completions: { probe_member: 'probe-value' },
    },
    sentinels: ['probe-value'],
  },
  {
    feature: 'an unknown member of the message',
    answers: {
      reference: { [`${MESSAGE}.probe_member`]: 'probe-value' },
      responses: { 'output[0].probe_member': 'probe-value' },
      cohere: { 'message.probe_member': 'probe-value' },
      converse: { 'output.message.probe_member': 'probe-value' },
    },
    arrives: {
      chat: { [`${MESSAGE}.probe_member`]: 'probe-value' },
      responses: { 'output[0].probe_member': 'probe-value' },
    },
    sentinels: ['probe-value'],
  },
];
