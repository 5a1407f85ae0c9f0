import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookAttempt, WebhookDeliveryToSend } from '@multilane/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebhookSender, type WebhookSenderOptions } from './webhook-sender.js';

describe('webhooks of several owners to one host', () => {
  let server: Server;
  let host: string;
  const received: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      received.push(request.url ?? '');
      response.writeHead(request.url === '/gone' ? 404 : 200).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('do not hold each other up: one that fails leaves the receiver alone, and the other is delivered', async () => {
    const attempts: string[] = [];
    const delivery = (id: string): Partial<WebhookDeliveryToSend> => ({
      id,
      organizationId: id.split(' ')[0],
      owner: `team ${id.split(' ')[1]}`,
      url: `${host}${id.endsWith('gone') ? '/gone' : '/hook'}`,
      eventId: id,
      payload: '{}',
      status: 'pending',
      attempts: 0,
    });
    const groups = new Set<unknown>();
    const sender = new WebhookSender({
      config: { async: { webhook_signing_secret: 'whsec_c2VjcmV0' }, network: { allow_private: ['127.0.0.1/32'] } },
      store: {
        find: async (id: string) => delivery(id),
        noteAttempt: async (id: string, { status }: WebhookAttempt) => void attempts.push(`${id}: ${status}`),
      },
      queues: { enqueue: async (_kind: string, _data: object, { group }: { group: string }) => void groups.add(group) },
      metrics: { recordWebhook: () => undefined },
    } as unknown as WebhookSenderOptions);
    const deliver = (id: string) =>
      sender.deliver({ data: { delivery_id: id } } as Parameters<WebhookSender['deliver']>[0]);
    for (let each = 0; each < 5; each += 1) await deliver('first a gone');
    for (const id of ['first a hook', 'first b hook', 'second a hook']) await deliver(id);
    await sender.close();
    expect(attempts).toEqual([
      ...Array(5).fill('first a gone: pending'),
      'first b hook: delivered',
      'second a hook: delivered',
    ]);
    expect(received).toEqual([...Array(5).fill('/gone'), '/hook', '/hook']);
    expect([...groups]).toEqual([expect.stringMatching(/^first team a [01]$/)]);
  });
});
