import { readFileSync } from 'node:fs';
import {
  type AllowedNetworks,
  createGuardedFetch,
  type GuardedFetch,
  type GuardedRequest,
  parseAllowedNetworks,
} from '@multilane/egress';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Followed } from '../../followed-settings.js';
import { WORKSPACE_SERVICES, type WorkspaceServices } from '../../workspace-services.js';

type Answer = Awaited<ReturnType<GuardedFetch['fetchGuarded']>>;

/** The way to the addresses that people name, as gateway.yaml has it at this moment. */
@Injectable()
export class GuardedNetworkService implements OnModuleDestroy {
  private readonly findAllowed: () => AllowedNetworks;
  private readonly findSettings: () => Followed['network'];
  private made: { readonly of: Followed['network']; readonly fetch: GuardedFetch } | undefined = undefined;

  constructor(@Inject(WORKSPACE_SERVICES) { followed }: WorkspaceServices) {
    this.findAllowed = followed.derive(({ network }) => parseAllowedNetworks(network.allow_private));
    this.findSettings = followed.derive(({ network }) => network);
  }

  get allowed(): AllowedNetworks {
    return this.findAllowed();
  }

  /** As `GuardedFetch.fetchGuarded`. The connections are opened with the first call: most services never make one. */
  fetch(url: string, request: GuardedRequest): Promise<Answer> {
    const settings = this.findSettings();
    if (this.made?.of !== settings) {
      // Calls that are in progress end as they began.
      void this.made?.fetch.close();
      this.made = { of: settings, fetch: open(settings, this.allowed) };
    }
    return this.made.fetch.fetchGuarded(url, request);
  }

  async onModuleDestroy(): Promise<void> {
    await this.made?.fetch.close();
  }
}

function open(
  { proxy, no_proxy: noProxy, ca_file: file }: Followed['network'],
  allowed: AllowedNetworks,
): GuardedFetch {
  const ca = file === undefined ? undefined : readFileSync(file, 'utf8');
  return createGuardedFetch({ allowed, proxy, noProxy, ca });
}
