/** Shorter values occur in texts by chance. */
const SHORTEST = 4;
const MASK = '[secret]';

/**
 * Makes a function that takes the values of secrets out of a text, such as the answer of a service that repeats what it was sent: as
 * they are, and in the forms in which they travel (JSON, URL, Base64, also behind `Bearer` or with a user name in front).
 */
export function maskSecrets(values: Iterable<string>): (text: string) => string {
  const forms = new Set<string>();
  for (const value of values) {
    if (value.length < SHORTEST) continue;
    for (const form of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), ...base64Forms(value)]) {
      if (form.length >= SHORTEST) forms.add(form);
    }
  }
  // The longest first: one form may be a part of another.
  const ordered = [...forms].sort((one, other) => other.length - one.length);
  return (text) => ordered.reduce((masked, form) => masked.replaceAll(form, MASK), text);
}

/** A value's characters in Base64 at each of the three places where it can begin, without those that its neighbours share. */
function base64Forms(value: string): string[] {
  const bytes = new TextEncoder().encode(value);
  return [0, 1, 2].flatMap((offset) => {
    const padded = btoa(String.fromCharCode(...new Uint8Array(offset), ...bytes));
    const start = Math.ceil((offset * 8) / 6);
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    const form = padded.slice(start, end);
    return form.length >= 8 ? [form, form.replaceAll('+', '-').replaceAll('/', '_')] : [];
  });
}
