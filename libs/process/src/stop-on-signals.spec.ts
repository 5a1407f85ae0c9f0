import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { untilHolds } from '@multilane/testing';
import { type RunningService, stopOnSignals } from './stop-on-signals.js';

const SIGNALS = ['SIGHUP', 'SIGTERM', 'SIGINT'] as const;

describe('stopOnSignals', () => {
  const before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));
  const exit = jest.spyOn(process, 'exit');
  const service = { stop: jest.fn(() => Promise.resolve()), reopenAudit: jest.fn() };

  beforeEach(() => {
    jest.clearAllMocks();
    exit.mockImplementation(() => undefined as never);
  });
  afterEach(() => {
    for (const signal of SIGNALS) {
      for (const listener of process.listeners(signal)) {
        if (!before.get(signal)?.includes(listener)) process.off(signal, listener);
      }
    }
  });

  it('stops a service at a signal, and ends the process with 0', async () => {
    stopOnSignals(service);
    process.emit('SIGTERM');
    await untilHolds(() => expect(exit).toHaveBeenCalledWith(0));
    expect(service.stop).toHaveBeenCalledTimes(1);
  });

  it('stops a service that still starts as soon as it runs', async () => {
    let started: (running: RunningService) => void = () => undefined;
    const starting = new Promise<RunningService>((resolve) => (started = resolve));
    stopOnSignals(starting);
    process.emit('SIGTERM');
    process.emit('SIGHUP');
    await new Promise(setImmediate);
    expect(exit).not.toHaveBeenCalled();
    started(service);
    await untilHolds(() => expect(exit).toHaveBeenCalledWith(0));
    expect(service.stop).toHaveBeenCalledTimes(1);
    expect(service.reopenAudit).toHaveBeenCalledTimes(1);
  });

  it('leaves it to whoever starts the service to say that it could not start', async () => {
    stopOnSignals(Promise.reject(new Error('the port is in use')));
    process.emit('SIGTERM');
    await new Promise(setImmediate);
    expect(exit).not.toHaveBeenCalled();
  });

  it('takes two signals within a second as one', async () => {
    stopOnSignals(service);
    process.emit('SIGTERM');
    process.emit('SIGINT');
    await untilHolds(() => expect(exit).toHaveBeenCalledWith(0));
    expect(service.stop).toHaveBeenCalledTimes(1);
    expect(exit).not.toHaveBeenCalledWith(1);
  });

  /** Two signals to a service that stops, the second one six seconds after the first. */
  async function signalTwice(isWorker: boolean): Promise<void> {
    stopOnSignals(service, isWorker);
    const now = jest.spyOn(performance, 'now').mockReturnValue(5_000);
    process.emit('SIGTERM');
    now.mockReturnValue(11_000);
    process.emit('SIGTERM');
    now.mockRestore();
    await new Promise(setImmediate);
  }

  it('ends the process at once at a second signal, a second or more after the first', async () => {
    await signalTwice(false);
    expect(exit.mock.calls[0]).toEqual([1]);
  });

  it('stops a worker process in good order however often it is signalled', async () => {
    await signalTwice(true);
    expect(exit.mock.calls).toEqual([[0]]);
    expect(service.stop).toHaveBeenCalledTimes(1);
  });

  it('says why a service did not stop in good order, and ends the process with 1', async () => {
    const said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    service.stop.mockRejectedValueOnce(new Error('a worker process ended with SIGKILL'));
    stopOnSignals(service);
    process.emit('SIGTERM');
    await untilHolds(() => expect(exit).toHaveBeenCalledWith(1));
    expect(said).toHaveBeenCalledWith(expect.stringContaining('a worker process ended with SIGKILL'));
    said.mockRestore();
  });
});
