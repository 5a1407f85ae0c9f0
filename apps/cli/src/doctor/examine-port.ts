import { createServer } from 'node:net';
import type { GatewayConfig } from '@multilane/config';
import { codeOf } from '../read-file.js';
import { bad, type Finding, good, LIMIT_MS } from './finding.js';

/** Checks that the service could listen, or does already. */
export async function examinePort({ host, port }: Pick<GatewayConfig['server'], 'host' | 'port'>): Promise<Finding[]> {
  const subject = 'Port';
  const problem = await tryToListen(host, port);
  switch (problem) {
    case undefined:
      return [good(subject, `${host}:${port} is free.`)];
    case 'EADDRINUSE':
      if (await isMultilane(host, port)) return [good(subject, `Multilane serves ${host}:${port}.`)];
      return [bad('port_in_use', subject, `Another program uses port ${port}.`, 'End that program, or set PORT.')];
    case 'EACCES':
      return [
        bad(
          'port_privileged',
          subject,
          `This account may not use port ${port}.`,
          'Set PORT to 1024 or more, and let a proxy serve 80 and 443.',
        ),
      ];
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return [
        bad(
          'host_not_here',
          subject,
          `${host} is no address of this machine.`,
          'Set HOST to 0.0.0.0, or to an address of the machine.',
        ),
      ];
    default:
      return [bad('port_unusable', subject, `${host}:${port} cannot be used (${problem}).`, 'Set HOST and PORT.')];
  }
}

function tryToListen(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(codeOf(error)));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

async function isMultilane(host: string, port: number): Promise<boolean> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  try {
    const response = await fetch(`http://${name}:${port}/version`, { signal: AbortSignal.timeout(LIMIT_MS) });
    const body: unknown = await response.json();
    return response.ok && typeof body === 'object' && body !== null && 'version' in body;
  } catch {
    return false;
  }
}
