/** Flags of V8 that it reads at its start alone. */
export const SERVICE_FLAGS: readonly string[] = [
  // V8 would shrink its heap to the smallest size whenever a service was idle for eight seconds: with the last
  // request's objects go their hidden classes, and with those all machine code that a request runs. Code that is
  // compiled again for the next requests is slower by a tenth to a half for minutes (docs/performance.md). The remains
  // of a load are collected when memory is needed, as ever.
  '--no-memory-reducer',
  // The young generation begins at its usual greatest size. It would grow to that in steps, which take an hour at 200 requests a second:
  // resident memory grew by 13 to 16 MB each time (docs/reliability.md).
  '--min-semi-space-size=16',
  // V8 collects the whole heap when it is larger by so many percent than what was left the last time. By itself it lets a heap of 90 MB
  // grow to 220 MB and more. The processor time of a request is the same with either.
  '--heap-growing-percent=60',
];

/** Settings that the C library reads at a start alone, unless they are set already. Only that of GNU knows it. */
export const SERVICE_ENVIRONMENT: Readonly<Record<string, string>> = {
  // Each of a dozen threads would get a heap of its own, and each keeps what the largest bodies so far needed: resident memory
  // grew in steps of 10 to 15 MB for as long as anybody looked (docs/reliability.md).
  MALLOC_ARENA_MAX: '2',
  // Bytes of uploads have pages of their own, which go back to the system. By itself the C library takes them from its heap once one was
  // freed, and what they leave there are holes.
  MALLOC_MMAP_THRESHOLD_: '1048576',
  // With a threshold of 32 MB, it kept 18 MB of free memory at the end of its heap (docs/reliability.md). Of more than 4 MB it now keeps 2,
  // so that the next body need not ask for pages again.
  MALLOC_TRIM_THRESHOLD_: '4194304',
  MALLOC_TOP_PAD_: '2097152',
};

/**
 * Begins the same program again under flags and an environment, in the same process: its id, its streams and the rest of its
 * environment stay. Returns where it runs under them already, and where the platform cannot do it (Windows); else never. Costs the
 * start of a bare Node, about 40 ms, so nothing else should be loaded before.
 *
 * @param environment variables that are set where nobody has set them
 */
export function runWithFlags(flags: readonly string[], environment: Readonly<Record<string, string>> = {}): void {
  const { argv, env, execArgv, execPath, platform } = process;
  // Windows has no `execve`: Node's throws there.
  if (platform === 'win32') return;
  const isSet = Object.keys(environment).every((name) => env[name] !== undefined);
  if (isSet && flags.every((flag) => execArgv.includes(flag))) return;
  const missing = flags.filter((flag) => !execArgv.includes(flag));
  process.execve?.(execPath, [execPath, ...missing, ...execArgv, ...argv.slice(1)], { ...environment, ...env });
}
