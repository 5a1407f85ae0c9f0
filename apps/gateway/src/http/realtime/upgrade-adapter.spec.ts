import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { EndpointFinder } from '../../endpoints/find-endpoint.js';
import type { HttpServices } from '../http-services.js';
import { UpgradeAdapter } from './upgrade-adapter.js';
import type { UpgradeRequest } from './upgrade-request.js';

const makeAdapter = () =>
  new UpgradeAdapter(new EventEmitter() as Server, {} as HttpServices, () => Promise.reject(), new EndpointFinder(), 1);

describe('the adapter of sockets', () => {
  it('rejects a gateway that wants to see messages', () => {
    const handler = { message: 'event', methodName: 'onEvent', callback: () => undefined };
    expect(() => makeAdapter().bindMessageHandlers({} as UpgradeRequest, [handler as never])).toThrow(
      '@SubscribeMessage',
    );
    expect(() => makeAdapter().bindMessageHandlers({} as UpgradeRequest, [])).not.toThrow();
  });

  it('takes the upgrades of the server that it was given', () => {
    const server = new EventEmitter() as Server;
    const adapter = new UpgradeAdapter(server, {} as HttpServices, () => Promise.reject(), new EndpointFinder(), 1);
    expect(server.listenerCount('upgrade')).toBe(0);
    adapter.create();
    expect(server.listenerCount('upgrade')).toBe(1);
  });
});
