import classes from './code-text.module.css';
import { ColouredCode } from './colours/coloured-code.js';
import { CopyButton } from './copy-button.js';

interface CodeTextProps {
  readonly label: string;
  readonly text: string;
  /** Language by whose syntax it is coloured; left out: one colour. */
  readonly language?: string;
}

/** Text to paste elsewhere, with a button that copies it. */
export function CodeText({ label, language, text }: CodeTextProps) {
  return (
    <div className={classes.box}>
      <div className={classes.copy}>
        <CopyButton value={text} label={label} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has only a keyboard scrolls it. */}
      <section className={classes.code} tabIndex={0} dir="ltr" aria-label={label}>
        <pre>{language === undefined ? text : <ColouredCode language={language} text={text} />}</pre>
      </section>
    </div>
  );
}
