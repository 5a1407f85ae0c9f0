/**
 * Loaded first in a parser's process and its threads: takes away the ways to other machines. The parsers are libraries
 * that need none; this protects against a document that makes one of them call home. Files and processes are blocked
 * by Node's permission model.
 */
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const refuse = (): never => {
  throw new Error('A parser has no network.');
};

net.Socket.prototype.connect = refuse;
net.connect = refuse;
net.createConnection = refuse;
net.Server.prototype.listen = refuse;
dgram.createSocket = refuse;
for (const module of [dns, dns.promises]) {
  for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveAny', 'reverse'] as const) {
    Object.assign(module, { [name]: refuse });
  }
}
for (const name of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name);
syncBuiltinESMExports();
