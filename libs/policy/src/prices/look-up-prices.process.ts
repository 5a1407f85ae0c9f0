import { findPackagePrices } from './find-package-prices.js';
import { listPackageModels } from './list-package-models.js';
import type { CatalogQuestion, PriceQuestion } from './look-up-prices.js';

// A process of its own, for one question: what the package takes of memory ends with it.
process.once('message', (message) => {
  const question = message as PriceQuestion | CatalogQuestion;
  void answer(question).then((found) => {
    process.send?.(found, () => process.disconnect());
  });
});

async function answer(question: PriceQuestion | CatalogQuestion): Promise<readonly unknown[]> {
  const at = new Date(question.at);
  if ('catalogOf' in question) return listPackageModels(question.catalogOf, at);
  return (await findPackagePrices(question.models, at)).map((price) => price ?? null);
}
