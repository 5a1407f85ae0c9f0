import { type AllowedNetworks, parseAllowedNetworks } from '@multilane/egress';
import { Inject, Injectable } from '@nestjs/common';
import { WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';

/** The private networks that addresses may lead to which people name, as gateway.yaml has them at this moment. */
@Injectable()
export class AllowedNetworksService {
  private readonly find: () => AllowedNetworks;
  private readonly findForProviders: () => AllowedNetworks;

  constructor(@Inject(WORKSPACE_SERVICES) { followed }: WorkspaceServices) {
    this.find = followed.derive(({ network }) => parseAllowedNetworks(network.allow_private));
    this.findForProviders = followed.derive(({ network }) =>
      parseAllowedNetworks([...network.allow_private, ...network.allow_private_providers]),
    );
  }

  get allowed(): AllowedNetworks {
    return this.find();
  }

  /** Networks allowed for providers: the general ones, and those for providers alone. */
  get allowedForProviders(): AllowedNetworks {
    return this.findForProviders();
  }
}
