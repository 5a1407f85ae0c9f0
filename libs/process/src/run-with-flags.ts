/** Flags of V8 that it reads at its start alone. */
export const SERVICE_FLAGS: readonly string[] = [
  // Whenever a service was idle for eight seconds, V8 would shrink it to its smallest size: with the last request's objects go
  // their hidden classes, and with those all machine code that a request runs. What is compiled again for the next
  // requests is slower by a tenth to a half for minutes (docs/performance.md). What a load leaves behind is collected when
  // memory is needed, as ever.
  '--no-memory-reducer',
];

/**
 * Begins the same program again under flags, in the same process: its id, its streams and its environment stay. Returns where it
 * runs under them already, and where the platform cannot do it (Windows); else never. Costs the start of a bare Node,
 * about 40 ms, so nothing else should be loaded before.
 */
export function runWithFlags(flags: readonly string[]): void {
  const { argv, execArgv, execPath } = process;
  if (flags.every((flag) => execArgv.includes(flag))) return;
  process.execve?.(execPath, [execPath, ...flags, ...execArgv, ...argv.slice(1)]);
}
