import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it } from '@jest/globals';
import { findProcess, listPorts } from './find-process.js';

it('finds the process that a connection belongs to, and no other, and the ports of a process', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  try {
    await new Promise((resolve) => client.once('connect', resolve));
    const port = client.localPort ?? 0;
    expect(findProcess([process.ppid, process.pid], port)).toBe(process.pid);
    expect(findProcess([process.ppid], port)).toBeUndefined();
    expect(findProcess([process.pid], 1)).toBeUndefined();
    expect(listPorts(process.pid)).toContain(port);
    expect(listPorts(process.ppid)).not.toContain(port);
  } finally {
    client.destroy();
    server.close();
  }
});
