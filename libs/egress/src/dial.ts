import { connect, isIP, type Socket } from 'node:net';
import { rootCertificates, connect as secure } from 'node:tls';
import type { AllowedNetworks } from './allowed-networks.js';
import { EgressRefusal, refuseAddress } from './egress-refusal.js';
import { createGuardedLookup, type ResolveName } from './guarded-lookup.js';
import type { GuardedNetwork } from './guarded-network.js';
import { isForbiddenAddress } from './is-forbidden-address.js';
import { stripBrackets } from './parse-address.js';

/** Where a connection of a protocol other than HTTP goes. */
export interface DialTarget {
  /** A name or an address, in brackets or not. */
  readonly host: string;
  readonly port: number;
  /** Undefined: no TLS. The certificate must be one of the host. */
  readonly tls?: { readonly ca?: string | undefined } | undefined;
  /** Ends the attempt. */
  readonly signal: AbortSignal;
}

/** Opens a connection, whose errors are the caller's from then on. Rejects if there is none. */
export type Dial = (target: DialTarget) => Promise<Socket>;

/**
 * The way to hosts that people name, for protocols other than HTTP. Each connection is checked for itself, whoever named its host: a person, or a
 * server that leads on to others. It goes through no proxy, so that it is rejected where the operator has one.
 */
export function createGuardedDial({ allowed, ca, proxy, resolve }: GuardedNetwork): Dial {
  return async (target) => {
    if (proxy) {
      const message = 'the operator lets requests out through a proxy alone, and this protocol does not go through it';
      throw new EgressRefusal('ERR_FORBIDDEN_ADDRESS', message);
    }
    return open(target, ca, { allowed, resolve });
  };
}

/** The way to hosts that the operator names in gateway.yaml: nothing is rejected, and no proxy is used. */
export function createTrustedDial({ ca }: Pick<GuardedNetwork, 'ca'>): Dial {
  return (target) => open(target, ca, undefined);
}

interface Guard {
  readonly allowed: AllowedNetworks;
  readonly resolve: ResolveName | undefined;
}

async function open({ port, signal, tls, ...target }: DialTarget, ca: string | undefined, guard: Guard | undefined) {
  const host = stripBrackets(target.host);
  // A socket looks up names only: an address is dialled as it is.
  if (guard !== undefined && isIP(host) !== 0 && isForbiddenAddress(host, guard.allowed)) throw refuseAddress(host);
  signal.throwIfAborted();
  const lookup = guard && createGuardedLookup(guard.allowed, guard.resolve);
  const socket = connect({ host, port, ...(lookup && { lookup }) });
  await settle(socket, 'connect', signal);
  if (tls === undefined) return socket;
  const own = [tls.ca, ca].filter((each) => each !== undefined);
  const secured = secure({
    socket,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ...(own.length > 0 && { ca: [...rootCertificates, ...own] }),
  });
  await settle(secured, 'secureConnect', signal);
  return secured;
}

/** Resolves with the event, and destroys the socket where that does not come. */
function settle(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  return new Promise((pass, fail) => {
    const end = (error: Error): void => {
      signal.removeEventListener('abort', abort);
      socket.destroy();
      // A socket that is given up may fail once more.
      socket.on('error', () => undefined);
      fail(error);
    };
    const abort = (): void => end(signal.reason as Error);
    const close = (): void => end(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' }));
    signal.addEventListener('abort', abort, { once: true });
    socket.once('error', end).once('close', close);
    socket.once(event, () => {
      signal.removeEventListener('abort', abort);
      socket.off('error', end).off('close', close);
      pass();
    });
  });
}
