import type { SettingsAtStart } from '@multilane/config';
import { Inject } from '@nestjs/common';
import { type OnGatewayConnection, WebSocketGateway } from '@nestjs/websockets';
import { Upgrader } from '../../delivery/upgrade-sink.js';
import type { UpgradeRequest } from './upgrade-request.js';

/** The token of the settings of sockets. */
export const REALTIME_SETTINGS = Symbol('REALTIME_SETTINGS');

/** Serves the endpoints whose answer is a socket: `UpgradeAdapter` brings it the requests of known callers. */
@WebSocketGateway()
export class RealtimeGateway implements OnGatewayConnection<UpgradeRequest> {
  private readonly frameBytes: number;
  /** Made with the first request: most gateways serve no sockets. */
  private upgrader: Upgrader | undefined = undefined;

  constructor(@Inject(REALTIME_SETTINGS) { max_frame_mb: frameMegabytes }: SettingsAtStart['realtime']) {
    this.frameBytes = frameMegabytes * 1024 * 1024;
  }

  /** Runs every policy, answers 101 last and relays frames until either side closes. Never rejects. */
  handleConnection(request: UpgradeRequest): Promise<void> {
    this.upgrader ??= new Upgrader(this.frameBytes);
    return request.serve(this.upgrader);
  }
}
