import { createContext } from 'react';

/** True where times are shown as they are, with their zone, and not as a distance from now. */
export const ExactTimes = createContext(false);
