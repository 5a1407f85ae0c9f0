import classes from './code-text.module.css';
import { CopyButton } from './copy-button.js';

/** Text to paste elsewhere, with a button that copies it. */
export function CodeText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className={classes.box}>
      <div className={classes.copy}>
        <CopyButton value={text} label={label} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has only a keyboard scrolls it. */}
      <section className={classes.code} tabIndex={0} dir="ltr" aria-label={label}>
        <pre>{text}</pre>
      </section>
    </div>
  );
}
