import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WebhookAttempt, WebhookDeliveryToSend } from '@multilane/persistence';
import { WebhookSender, type WebhookSenderOptions } from './webhook-sender.js';

const SETTINGS = { async: { webhook_signing_secret: 'whsec_c2VjcmV0' }, network: { allow_private: ['127.0.0.1/32'] } };

describe('webhooks after an edit of gateway.yaml', () => {
  const made = (settings: () => unknown, noteAttempt: (id: string, attempt: WebhookAttempt) => void, url: string) =>
    new WebhookSender({
      settings,
      store: {
        find: async (id: string) => ({
          id,
          organizationId: null,
          owner: 'a',
          url,
          eventId: id,
          payload: '{}',
          status: 'pending',
          attempts: 0,
        }),
        noteAttempt: async (id: string, attempt: WebhookAttempt) => noteAttempt(id, attempt),
      },
      queues: { enqueue: async () => undefined },
      metrics: { recordWebhook: () => undefined },
    } as unknown as WebhookSenderOptions);

  it('are signed with the new secret, and lead where the new network allows', async () => {
    const signatures: unknown[] = [];
    const server = createServer((request, response) => {
      signatures.push(request.headers['webhook-signature']);
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    const failures: (string | null)[] = [];
    let settings: unknown = SETTINGS;
    const sender = made(
      () => settings,
      (_id, { failure }) => failures.push(failure),
      url,
    );
    const deliver = () => sender.deliver({ data: { delivery_id: 'one' } } as Parameters<WebhookSender['deliver']>[0]);
    await deliver();
    settings = { ...SETTINGS, async: { webhook_signing_secret: ['whsec_b3RoZXI=', 'whsec_c2VjcmV0'] } };
    await deliver();
    settings = { ...SETTINGS, async: {} };
    await deliver();
    expect(() => sender.chooseUrl(url)).toThrow(/webhook_signing_secret/);
    settings = { ...SETTINGS, network: { allow_private: [] } };
    await deliver();
    expect(() => sender.chooseUrl(url)).toThrow(/webhook_url/);
    settings = { ...SETTINGS, async: { ...SETTINGS.async, webhook_url: url }, network: { allow_private: [] } };
    await deliver();
    expect(sender.chooseUrl(undefined)).toBe(url);
    await sender.close();
    await new Promise((resolve) => server.close(resolve));
    expect(signatures.map((each) => String(each).split(' ').length)).toEqual([1, 2, 1]);
    expect(failures).toEqual([
      null,
      null,
      expect.stringContaining('webhook_signing_secret'),
      expect.stringMatching(/^Refused: /),
      null,
    ]);
  });
});

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
      settings: () => SETTINGS,
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
