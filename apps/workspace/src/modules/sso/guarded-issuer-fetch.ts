import { readFileSync } from 'node:fs';
import { boundAnswers } from '@multilane/auth';
import { createGuardedFetch, type GuardedFetch, parseAllowedNetworks } from '@multilane/egress';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';

/** Far more than an identity provider says of itself, and little enough to remember of many. */
const MOST_BYTES = 256 * 1024;
const WITHOUT_BODY: ReadonlySet<number> = new Set([101, 204, 205, 304]);

/** The way to identity providers that organizations name: only to addresses that people may name, and never along a redirect. */
@Injectable()
export class GuardedIssuerFetch implements OnModuleDestroy {
  private readonly findWay: () => { readonly open: () => GuardedFetch };
  private opened: { readonly of: object; readonly fetch: GuardedFetch } | undefined;

  constructor(@Inject(WORKSPACE_SERVICES) { followed }: WorkspaceServices) {
    this.findWay = followed.derive(({ network }) => ({
      open: () => {
        const { allow_private: allowPrivate, ca_file: file, no_proxy: noProxy, proxy } = network;
        const ca = file === undefined ? undefined : readFileSync(file, 'utf8');
        return createGuardedFetch({ allowed: parseAllowedNetworks(allowPrivate), proxy, noProxy, ca });
      },
    }));
  }

  /** Fetches as `fetch` does. Longer answers than any provider needs fail while they are read. */
  readonly fetch: typeof fetch = boundAnswers(async (input, { body, headers, method = 'GET', signal } = {}) => {
    const answer = await this.current().fetchGuarded(String(input), {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body != null && { body: body instanceof URLSearchParams ? body.toString() : (body as string) }),
      ...(signal && { signal }),
    });
    // An answer of the platform's kind, as the library for OpenID Connect wants it.
    const content = WITHOUT_BODY.has(answer.status) ? null : (answer.body as ReadableStream<Uint8Array> | null);
    return new Response(content, { status: answer.status, headers: [...answer.headers] });
  }, MOST_BYTES);

  async onModuleDestroy(): Promise<void> {
    await this.opened?.fetch.close();
  }

  /** Opened with the first call, and again when the settings of the network have changed. */
  private current(): GuardedFetch {
    const way = this.findWay();
    if (this.opened?.of === way) return this.opened.fetch;
    // Calls that are under way end as they began.
    void this.opened?.fetch.close();
    this.opened = { of: way, fetch: way.open() };
    return this.opened.fetch;
  }
}
