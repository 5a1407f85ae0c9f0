import { Anchor, Box, Typography } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Children, isValidElement, type ReactNode } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { hasGuide } from './guide-files.js';
import { anchorOf, guideOfLink } from './guide-links.js';
import classes from './guide-text.module.css';

interface Props {
  /** The guide, such as `limits`. */
  readonly page: string;
  readonly text: string;
}

/** A guide of docs/, with links to the others. */
export function GuideText({ page, text }: Props): ReactNode {
  const heading =
    (Tag: 'h2' | 'h3' | 'h4') =>
    ({ children }: { readonly children?: ReactNode }) => <Tag id={anchorOf(textOf(children))}>{children}</Tag>;
  const components: Components = {
    // The page has the title already.
    h1: () => null,
    h2: heading('h2'),
    h3: heading('h3'),
    h4: heading('h4'),
    a: ({ children, href = '' }) => <GuideLink page={page} href={href} text={children} />,
    // Pictures are of the site of the documentation.
    img: () => null,
    // Above the first column of a table of comparisons there is nothing.
    th: ({ children }) => (Children.count(children) === 0 ? <td /> : <th>{children}</th>),
    table: ({ children }) => (
      <Box className={classes.scroll} tabIndex={0}>
        <table>{children}</table>
      </Box>
    ),
    pre: ({ children }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: who has only a keyboard scrolls it.
      <pre className={classes.scroll} tabIndex={0} dir="ltr">
        {children}
      </pre>
    ),
  };
  return (
    <Typography className={classes.text} p={0} dir="auto">
      <Markdown remarkPlugins={[remarkGfm]} components={components}>
        {text}
      </Markdown>
    </Typography>
  );
}

interface LinkProps {
  readonly page: string;
  readonly href: string;
  readonly text: ReactNode;
}

function GuideLink({ href, page, text }: LinkProps): ReactNode {
  const [name = '', hash] = guideOfLink(page, href)?.split('#') ?? [];
  if (hasGuide(name)) {
    const target = { to: `/guide/${name}`, ...(hash !== undefined && { hash }) };
    return (
      <Anchor inherit underline="always" renderRoot={(props) => <Link {...props} {...(target as object)} />}>
        {text}
      </Anchor>
    );
  }
  if (!/^https?:/.test(href)) return <span>{text}</span>;
  return (
    <Anchor inherit underline="always" href={href} target="_blank" rel="noopener noreferrer">
      {text}
    </Anchor>
  );
}

/** The text of a heading, without its marks. */
function textOf(nodes: ReactNode): string {
  return Children.toArray(nodes)
    .map((node) => {
      if (typeof node === 'string' || typeof node === 'number') return String(node);
      return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : '';
    })
    .join('');
}
