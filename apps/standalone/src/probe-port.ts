import { createServer } from 'node:net';

/** Listens for a moment, to know at once whether the port can be had. Rejects with the system's error. */
export function probePort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => server.close(() => resolve()));
  });
}
