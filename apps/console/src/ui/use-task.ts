import { useState } from 'react';
import { notify } from './notify.js';

/** Work that a button begins, one at a time: `isBusy` until it has ended. Its failure is shown as a notice. */
export function useTask(): { readonly isBusy: boolean; run(work: () => Promise<unknown>): Promise<void> } {
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (failure) {
      notify.failure(failure);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run };
}
