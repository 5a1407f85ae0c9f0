import { codeOf } from './code-of.js';
import { StartError } from './start-error.js';

/** Says what to do where the port or the address cannot be had; undefined for any other error. */
export function describeListenProblem(error: unknown, host: string, port: number): StartError | undefined {
  const code = codeOf(error);
  if (code === 'EADDRINUSE') {
    return new StartError(`Port ${port} is in use. Start on another: PORT=${port + 1} npm start`);
  }
  if (code === 'EACCES') {
    return new StartError(`Port ${port} is not for this account. Start on another: PORT=8080 npm start`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(`${host} is no address of this machine. Start on another: HOST=127.0.0.1 npm start`);
  }
  return undefined;
}
