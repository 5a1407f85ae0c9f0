import { type RequestListener, Server } from 'node:http';
import { LingeringResponse } from './lingering-response.js';
import { SERVER_OPTIONS } from './server-options.js';

/**
 * An HTTP server that can be taken out of service without losing a request: once it drains, each answer asks its client to
 * open a new connection next time, which a load balancer opens elsewhere.
 */
export class DrainableServer extends Server {
  private isDraining = false;
  private lastConnectionAt = 0;

  constructor(listener: RequestListener) {
    super({ ...SERVER_OPTIONS, ServerResponse: LingeringResponse }, (incoming, response) => {
      if (this.isDraining) response.setHeader('connection', 'close');
      listener(incoming, response);
    });
    this.on('connection', () => {
      this.lastConnectionAt = performance.now();
    });
  }

  startDraining(): void {
    this.isDraining = true;
  }

  /** How long ago the last connection was opened, in milliseconds. */
  quietForMs(): number {
    return performance.now() - this.lastConnectionAt;
  }
}
