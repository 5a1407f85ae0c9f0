import { readFileSync } from 'node:fs';
import {
  type AllowedNetworks,
  createGuardedFetch,
  type GuardedFetch,
  type GuardedRequest,
  parseAllowedNetworks,
} from '@multilane/egress';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { WORKSPACE_SERVICES, type WorkspaceServices } from '../../workspace-services.js';

type Answer = Awaited<ReturnType<GuardedFetch['fetchGuarded']>>;

/** The way to the addresses that people name, as gateway.yaml has it. */
@Injectable()
export class GuardedNetworkService implements OnModuleDestroy {
  readonly allowed: AllowedNetworks;
  private made: GuardedFetch | undefined = undefined;

  constructor(@Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices) {
    this.allowed = parseAllowedNetworks(services.config.network.allow_private);
  }

  /** As `GuardedFetch.fetchGuarded`. The connections are opened with the first call: most services never make one. */
  fetch(url: string, request: GuardedRequest): Promise<Answer> {
    this.made ??= this.open();
    return this.made.fetchGuarded(url, request);
  }

  async onModuleDestroy(): Promise<void> {
    await this.made?.close();
  }

  private open(): GuardedFetch {
    const { proxy, no_proxy: noProxy, ca_file: file } = this.services.config.network;
    const ca = file === undefined ? undefined : readFileSync(file, 'utf8');
    return createGuardedFetch({ allowed: this.allowed, proxy, noProxy, ca });
  }
}
