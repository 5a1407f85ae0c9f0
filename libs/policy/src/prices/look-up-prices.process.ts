import { findPackagePrices } from './find-package-prices.js';
import type { PriceQuestion } from './look-up-prices.js';

// A process of its own, for one question: what the package takes of memory ends with it.
process.once('message', (question) => {
  const { models, at } = question as PriceQuestion;
  void findPackagePrices(models, new Date(at)).then((prices) => {
    process.send?.(
      prices.map((price) => price ?? null),
      () => process.disconnect(),
    );
  });
});
