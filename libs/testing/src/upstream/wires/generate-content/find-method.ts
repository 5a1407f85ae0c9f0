import type { Shape } from '../shape.js';
import {
  batchEmbedContents,
  cloudEmbedContent,
  cloudGenerateContent,
  embedContent,
  generateContent,
  predict,
} from './request-shapes.js';

export interface Method {
  /** True if it is the cloud edition's, in a project; false for the consumer API's. */
  isCloud: boolean;
  streams: boolean;
  body: Shape;
}

const CONSUMER_PATH = /^\/v1(?:beta)?\/(?:models|tunedModels)\/[^/:]+:(\w+)$/;
const CLOUD_PATH = /^\/v1(?:beta1)?\/projects\/[^/]+\/locations\/[^/]+\/publishers\/[^/]+\/models\/[^/:]+:(\w+)$/;

const CONSUMER: ReadonlyMap<string, Shape> = new Map([
  ['generateContent', generateContent],
  ['streamGenerateContent', generateContent],
  ['embedContent', embedContent],
  ['batchEmbedContents', batchEmbedContents],
]);
const CLOUD: ReadonlyMap<string, Shape> = new Map([
  ['generateContent', cloudGenerateContent],
  ['streamGenerateContent', cloudGenerateContent],
  ['embedContent', cloudEmbedContent],
  ['predict', predict],
]);

/** The method that a path names; undefined when there is none. */
export function findMethod(path: string): Method | undefined {
  const consumer = CONSUMER_PATH.exec(path)?.[1];
  const cloud = CLOUD_PATH.exec(path)?.[1];
  const body = CONSUMER.get(consumer ?? '') ?? CLOUD.get(cloud ?? '');
  const streams = (consumer ?? cloud) === 'streamGenerateContent';
  return body && { isCloud: cloud !== undefined, streams, body };
}
