/**
 * Preloaded (`node --import`) into the gateway of Portkey, which listens on every address and has no setting for that: nothing
 * of a benchmark is reachable from outside.
 */
import { Server } from 'node:net';

type Listen = (this: Server, ...parameters: unknown[]) => Server;
const listen = Server.prototype.listen as Listen;

const listenOnLoopback: Listen = function (port, ...rest) {
  const onListening = rest.find((parameter) => typeof parameter === 'function');
  return listen.call(this, { port, host: '127.0.0.1' }, ...(onListening === undefined ? [] : [onListening]));
};

Object.defineProperty(Server.prototype, 'listen', { value: listenOnLoopback });
