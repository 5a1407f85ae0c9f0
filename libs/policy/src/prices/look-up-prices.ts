import { fork } from 'node:child_process';
import type { ProviderKind } from '@multilane/contracts';
import type { PricedModel } from './find-package-prices.js';
import type { CatalogModel } from './list-package-models.js';
import type { ModelPrice } from './model-price.js';

export interface PriceQuestion {
  readonly models: readonly PricedModel[];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Asks for the models of a kind of provider instead. */
export interface CatalogQuestion {
  readonly catalogOf: ProviderKind;
  readonly at: number;
}

/** Answers in the order of the models; null or undefined for one without a price. */
export type LookUpPrices = (question: PriceQuestion) => Promise<readonly (ModelPrice | null | undefined)[]>;

export type LookUpCatalog = (question: CatalogQuestion) => Promise<readonly CatalogModel[]>;

/** A look-up that takes longer than this, in milliseconds, is given up. */
const LIMIT_MS = 30_000;

/**
 * Looks up prices of models in the price package. The package is asked in a process of its own, which ends with its answer: the
 * package takes 20 MB, which a thread would not return, and its loading is not felt by requests.
 */
export const lookUpPrices: LookUpPrices = (question) => ask<readonly (ModelPrice | null)[]>(question);

/** Looks up the models that the price package knows of a kind of provider, in a process of its own as well. */
export const lookUpCatalog: LookUpCatalog = (question) => ask<readonly CatalogModel[]>(question);

function ask<Answer>(question: PriceQuestion | CatalogQuestion): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./look-up-prices.process.js', import.meta.url), {
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      timeout: LIMIT_MS,
    });
    child.unref();
    child.channel?.unref();
    child.once('message', (answer) => resolve(answer as Answer));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the prices were not looked up (exit code ${code})`)));
    child.send(question, (error) => {
      if (error) reject(error);
    });
  });
}
