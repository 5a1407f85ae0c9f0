/** The rule of chat, and of every provider behind it, for names of functions. */
const FUNCTION_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** The namespace that tools outside every namespace are in; Codex names it where it puts all its tools in one list. */
export const DEFAULT_NAMESPACE = 'functions';

/**
 * The one name by which chat knows a tool of a namespace. Names that chat has no room or no characters for are cut, with
 * a hash of the whole for a tail, so that the same tool has the same name in every request.
 */
export function flattenName(name: string, namespace: string | null | undefined): string {
  const whole = namespace && namespace !== DEFAULT_NAMESPACE ? `${namespace}__${name}` : name;
  if (FUNCTION_NAME.test(whole)) return whole;
  return `${whole.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 56)}_${hash(whole)}`;
}

/** FNV-1a over UTF-16 code units, 7 characters of base 36. */
function hash(text: string): string {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return state.toString(36).padStart(7, '0');
}
