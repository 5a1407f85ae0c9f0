/**
 * The guides of docs/, each a file of its own that is loaded when it is opened. Pages for those who develop the service are left out.
 */
const FILES = import.meta.glob<string>(
  [
    '../../../../../docs/*.md',
    '../../../../../docs/contract/*.md',
    '!../../../../../docs/{architecture,changelog,comparison,control-plane,index,performance,releasing,style,testing}.md',
  ],
  { query: '?raw', import: 'default' },
);

const ROOT = '../../../../../docs/';

/** Loads a guide; undefined for a name that is none. */
export function loadGuide(name: string): Promise<string> | undefined {
  return FILES[`${ROOT}${name}.md`]?.();
}

export function hasGuide(name: string): boolean {
  return `${ROOT}${name}.md` in FILES;
}
