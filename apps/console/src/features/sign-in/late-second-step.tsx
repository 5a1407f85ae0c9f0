import { Skeleton } from '@mantine/core';
import { late } from '../../ui/late.js';
import type { SecondStepProps } from './second-step.js';

/** Few sign-ins on a device have it; it draws QR codes. */
export const SecondStep = late<SecondStepProps>(
  () => import('./second-step.js').then((loaded) => loaded.SecondStep),
  () => <Skeleton h={120} />,
);
