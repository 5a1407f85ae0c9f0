import type { ExportSinkEntry } from '@multilane/config';
import { signWebhook } from '../../webhooks/sign-webhook.js';
import { encodeBody, writeLines } from './encode-body.js';
import { judgeStatus, post, type Sink, type SinkWay } from './sink.js';

type Settings = Extract<ExportSinkEntry, { kind: 'http' }>['config'];

const TYPES = { ndjson: 'application/x-ndjson', json: 'application/json' } as const;

/**
 * Batches for a receiver of your own. The headers are those of Standard Webhooks (github.com/standard-webhooks/standard-webhooks,
 * spec/standard-webhooks.md): `webhook-id` is the same when a batch comes again, and the signature is over the body before compression.
 */
export function openHttpSink(settings: Settings, { send, timeoutMs }: SinkWay): Sink {
  return {
    async send({ id, records }) {
      const text = settings.format === 'json' ? JSON.stringify(records) : writeLines(records);
      const { body, headers } = await encodeBody(text, settings.gzip);
      const message = { id, timestamp: Math.floor(Date.now() / 1000), body: text };
      const { signing_secret: secret } = settings;
      const answer = await post(send, {
        url: settings.url,
        headers: {
          ...settings.headers,
          'content-type': TYPES[settings.format],
          ...headers,
          ...(secret === undefined ? { 'webhook-id': id } : signWebhook(message, [secret])),
        },
        body,
        timeoutMs,
      });
      return 'kind' in answer ? answer : judgeStatus(answer);
    },
  };
}
