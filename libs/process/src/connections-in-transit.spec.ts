import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { describe, expect, it, jest } from '@jest/globals';
import { ConnectionsInTransit } from './connections-in-transit.js';

interface Sent {
  readonly seq: number;
  readonly key: string;
}

/** A worker as node:cluster makes one, with what it was sent. */
function makeWorker(id: number) {
  const sent: Sent[] = [];
  const child = Object.assign(new EventEmitter(), {
    send: (message: Sent): boolean => {
      sent.push(message);
      return true;
    },
  });
  const worker = { id, process: child, isConnected: () => true, isDead: () => false } as unknown as Worker;
  const acknowledge = (ack: number | undefined, accepted = true): void => {
    child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted });
  };
  return { worker, sent, acknowledge };
}

const makeHandle = () => ({ close: jest.fn(), reset: jest.fn() });

function give(worker: Worker, seq: number, handle: object): void {
  const send = worker.process.send as unknown as (message: object, handle: object) => boolean;
  send({ cmd: 'NODE_CLUSTER', act: 'newconn', key: 'port', seq }, handle);
}

describe('a connection that was given to a worker that ended', () => {
  it('is given to another one, which closes our end of it when it has taken it', () => {
    const onLost = jest.fn();
    const inTransit = new ConnectionsInTransit(onLost);
    const [dead, other] = [makeWorker(1), makeWorker(2)];
    for (const { worker } of [dead, other]) inTransit.watch(worker);
    const handle = makeHandle();
    give(dead.worker, 7, handle);
    inTransit.release(dead.worker, [other.worker]);
    expect(other.sent).toEqual([expect.objectContaining({ act: 'newconn', key: 'port' })]);
    expect(onLost.mock.calls).toEqual([['handed over']]);
    expect(handle.close).not.toHaveBeenCalled();
    other.acknowledge(other.sent[0]?.seq);
    expect(handle.close).toHaveBeenCalledTimes(1);
    expect(handle.reset).not.toHaveBeenCalled();
  });

  it('is reset where there is no other, and where the other one does not listen any more', () => {
    const onLost = jest.fn();
    const inTransit = new ConnectionsInTransit(onLost);
    const [dead, other] = [makeWorker(1), makeWorker(2)];
    for (const { worker } of [dead, other]) inTransit.watch(worker);
    const [first, second] = [makeHandle(), makeHandle()];
    give(dead.worker, 1, first);
    inTransit.release(dead.worker, []);
    expect(first.reset).toHaveBeenCalledTimes(1);
    inTransit.watch(dead.worker);
    give(dead.worker, 2, second);
    inTransit.release(dead.worker, [other.worker]);
    other.acknowledge(other.sent[0]?.seq, false);
    expect(second.reset).toHaveBeenCalledTimes(1);
    expect(onLost.mock.calls).toEqual([['reset'], ['handed over'], ['reset']]);
  });

  it('is given to a third one where the second ends too before it has taken it', () => {
    const inTransit = new ConnectionsInTransit();
    const [first, second, third] = [makeWorker(1), makeWorker(2), makeWorker(3)];
    for (const { worker } of [first, second, third]) inTransit.watch(worker);
    const handle = makeHandle();
    give(first.worker, 1, handle);
    inTransit.release(first.worker, [second.worker, third.worker]);
    inTransit.release(second.worker, [third.worker]);
    expect(third.sent).toHaveLength(1);
    expect(third.sent[0]?.seq).not.toBe(second.sent[0]?.seq);
    third.acknowledge(third.sent[0]?.seq);
    expect(handle.close).toHaveBeenCalledTimes(1);
  });

  it("is nobody else's business once the worker had taken it", () => {
    const onLost = jest.fn();
    const inTransit = new ConnectionsInTransit(onLost);
    const [dead, other] = [makeWorker(1), makeWorker(2)];
    for (const { worker } of [dead, other]) inTransit.watch(worker);
    const handle = makeHandle();
    give(dead.worker, 0, handle);
    dead.acknowledge(0);
    inTransit.release(dead.worker, [other.worker]);
    expect([other.sent, onLost.mock.calls, handle.close.mock.calls]).toEqual([[], [], []]);
  });
});
