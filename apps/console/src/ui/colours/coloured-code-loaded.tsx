import { Fragment, memo, type ReactNode } from 'react';
import { colourParts } from './colour-parts.js';
import classes from './colours.module.css';

interface Props {
  readonly text: string;
  readonly language: string;
}

/** Code with the colours of its syntax. */
const ColouredCodeLoaded = memo(
  ({ language, text }: Props): ReactNode =>
    colourParts(text, language).map(({ kind, text: part }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change.
      <Fragment key={index}>
        {COLOURS[kind] === undefined ? part : <span className={classes[COLOURS[kind]]}>{part}</span>}
      </Fragment>
    )),
);

export default ColouredCodeLoaded;

/** Colour of each kind of part; the others have that of the text. */
const COLOURS: Readonly<Record<string, string>> = {
  keyword: 'keyword',
  'selector-tag': 'keyword',
  deletion: 'keyword',
  string: 'string',
  regexp: 'string',
  number: 'value',
  literal: 'value',
  symbol: 'value',
  variable: 'value',
  meta: 'value',
  attr: 'name',
  attribute: 'name',
  'selector-class': 'name',
  name: 'name',
  tag: 'name',
  addition: 'name',
  title: 'title',
  section: 'title',
  type: 'type',
  built_in: 'type',
  comment: 'comment',
  quote: 'comment',
};
