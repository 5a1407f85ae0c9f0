/** A word of a POSIX shell: within single quotes nothing is expanded. */
export function forShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A basic string of TOML, whose escapes are those of JSON; DEL must be escaped there too. */
export function forToml(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}
