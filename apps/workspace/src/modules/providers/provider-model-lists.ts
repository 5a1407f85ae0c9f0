import { GatewayError } from '@multilane/errors';
import type { WorkspaceProviderRecord } from '@multilane/persistence';
import { isChatModel, MANIFESTS, type ModelListing, ProviderFailure, readModelList } from '@multilane/providers';
import { Inject, Injectable } from '@nestjs/common';
import { Throttle } from '../../access/throttle.js';
import type { ConnectionTestResult } from './connection-test/connection-test-result.js';
import { makeGet } from './make-call.js';
import { type OpenedProvider, ProviderCaller } from './provider-caller.service.js';

/** The largest catalogs have some hundreds. */
const MAX_MODELS = 2_000;

/** As `upstream_model` takes them: no control characters, no space at either end. */
const USABLE_NAME = /^(?!\s)[^\p{Cc}]{1,512}(?<!\s)$/u;

export interface OfferedModel {
  readonly id: string;
  /** Whether it looks like a model for chat completions. */
  readonly isChat: boolean;
}

/** What a provider offers, or why it could not be asked. */
export interface ModelList {
  readonly models: readonly OfferedModel[];
  /** Whether the provider has more than are here. */
  readonly isCut: boolean;
  readonly failure?: ConnectionTestResult['failure'];
}

/** Asks providers which models they offer, with what is stored. */
@Injectable()
export class ProviderModelLists {
  private readonly throttle = new Throttle({ tries: 10, seconds: 60 });

  constructor(@Inject(ProviderCaller) private readonly caller: ProviderCaller) {}

  /**
   * Fails with 400 `unsupported_provider` for a kind that lists no models or that this version does not serve, with 409 where
   * the stored secrets cannot be read, and with 429 after ten lists in a minute. A provider that fails is a result.
   */
  async read(provider: WorkspaceProviderRecord): Promise<ModelList> {
    await this.throttle.take(provider.id);
    const opened = await this.caller.open(provider);
    const { kind, models: listing, inProcess, defaultModels } = MANIFESTS[opened.entry.kind];
    if (inProcess) return { models: defaultModels.map((id) => ({ id, isChat: true })), isCut: false };
    if (listing === undefined) {
      throw new GatewayError('unsupported_provider', {
        message: `Providers of kind ${kind} do not list their models. Take the name of the model from the provider's documentation.`,
      });
    }
    try {
      return await this.ask(opened, listing);
    } catch (error) {
      const failure = this.caller.describe(provider, error, 'a provider did not list its models');
      return { models: [], isCut: false, failure };
    }
  }

  private async ask(opened: OpenedProvider, listing: ModelListing): Promise<ModelList> {
    const { entry, adapter } = opened;
    const body = await this.caller.call(opened, makeGet(entry, adapter, listing.path));
    const entries = readModelList(listing, body);
    // An empty list is an answer; anything but a list is none.
    if (entries.length === 0 && !isList(body, listing)) throw new ProviderFailure('provider_error');
    const models = new Map<string, OfferedModel>();
    for (const each of entries) {
      const id = String(each.id);
      if (USABLE_NAME.test(id)) models.set(id, { id, isChat: isChatModel(entry.kind, each) });
    }
    const sorted = [...models.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const isCut = sorted.length > MAX_MODELS || hasMore(body, listing);
    return { models: sorted.slice(0, MAX_MODELS), isCut };
  }
}

function isList(body: unknown, { list }: ModelListing): boolean {
  return Array.isArray(body) || Array.isArray(memberOf(body, list));
}

function hasMore(body: unknown, { more }: ModelListing): boolean {
  return more !== undefined && Boolean(memberOf(body, more));
}

function memberOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
}
