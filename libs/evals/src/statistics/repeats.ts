/** pass@k: the chance that at least one of k answers passes, estimated without bias from `passed` of `count` (Chen et al., 2021). */
export function passAtK(count: number, passed: number, k: number): number {
  if (count - passed < k) return 1;
  let none = 1;
  for (let at = 0; at < k; at += 1) none *= (count - passed - at) / (count - at);
  return 1 - none;
}

/** pass^k: the chance that all of k answers pass, estimated without bias from `passed` of `count`. */
export function passPowerK(count: number, passed: number, k: number): number {
  if (passed < k) return 0;
  let all = 1;
  for (let at = 0; at < k; at += 1) all *= (passed - at) / (count - at);
  return all;
}
