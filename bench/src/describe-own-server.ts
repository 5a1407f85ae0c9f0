import { join } from 'node:path';
import { findFreePort, type ServerDescription } from './server-under-test.js';

const PROGRAMS = {
  upstream: 'fixed-upstream.js',
  'media-upstream': 'media-upstream.js',
  'bare-proxy': 'bare-proxy.js',
  'parsing-proxy': 'parsing-proxy.js',
  'plain-server': 'plain-server.js',
  'fixed-sink': 'exports/fixed-sink.js',
} as const;

/** A server of this package, on a free port. `programs` is where the built programs are. */
export async function describeOwnServer(
  name: keyof typeof PROGRAMS,
  { programs }: { readonly programs: string },
  core: number | undefined,
  parameters: readonly string[],
): Promise<ServerDescription> {
  const port = await findFreePort();
  const program = join(programs, PROGRAMS[name]);
  const command = [process.execPath, program, String(port), ...parameters];
  return { name, command, environment: {}, port, readyPath: '/readyz', ...(core === undefined ? {} : { core }) };
}
