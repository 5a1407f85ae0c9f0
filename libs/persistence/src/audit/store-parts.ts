import { codeOfFailure } from '../connection/translate-error.js';

const LINE_BREAK = 10;

/**
 * Stores lines of the audit log together, or those of each organization apart where an account is locked: one that
 * somebody holds keeps the records of no other organization waiting. Rejects when not all of them are stored. Stored
 * records are left alone at the next try.
 */
export async function storeParts(lines: Buffer, store: (lines: Buffer) => Promise<number>): Promise<number> {
  try {
    return await store(lines);
  } catch (error) {
    const parts = isLocked(error) ? partsOf(lines) : [];
    if (parts.length < 2) throw error;
    let stored = 0;
    let locked: unknown;
    for (const part of parts) {
      try {
        stored += await store(part);
      } catch (failure) {
        if (!isLocked(failure)) throw failure;
        locked = failure;
      }
    }
    if (locked !== undefined) throw locked;
    return stored;
  }
}

/** True if the wait for a lock ended with `lock_timeout`. */
function isLocked(error: unknown): boolean {
  return codeOfFailure(error) === '55P03';
}

/** The lines of each organization. */
function partsOf(lines: Buffer): Buffer[] {
  const parts = new Map<string, Buffer[]>();
  for (let start = 0; start < lines.length; ) {
    const end = lines.indexOf(LINE_BREAK, start);
    const next = end < 0 ? lines.length : end + 1;
    const line = lines.subarray(start, next);
    const { organization_id: id } = JSON.parse(line.toString()) as { readonly organization_id?: string | null };
    const part = parts.get(id ?? '');
    if (part) part.push(line);
    else parts.set(id ?? '', [line]);
    start = next;
  }
  return [...parts.values()].map((part) => Buffer.concat(part));
}
