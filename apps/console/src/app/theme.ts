import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The one accent: a calm blue-green. Shade 8 on white and shade 4 on dark have at least 4.5:1. */
const lane: MantineColorsTuple = [
  '#e8f6f6',
  '#d2e9ea',
  '#a6d3d5',
  '#76bcbf',
  '#4fa8ac',
  '#37989d',
  '#1f8489',
  '#0f7177',
  '#0a6469',
  '#04494d',
];

/** Near-neutral greys for dark surfaces. */
const dark: MantineColorsTuple = [
  '#d5d8da',
  '#b4b8bb',
  '#979ca0',
  '#6b7175',
  '#43484c',
  '#33383b',
  '#25292c',
  '#191c1e',
  '#121415',
  '#0c0d0e',
];

export const theme = createTheme({
  primaryColor: 'lane',
  primaryShade: { light: 8, dark: 7 },
  colors: { lane, dark },
  defaultRadius: 6,
  autoContrast: true,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '600' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: true } } },
    // Its label is read only from a role that may have one.
    Loader: { defaultProps: { role: 'status' } },
    Card: { defaultProps: { padding: 'md' } },
  },
});

/** Colours of states, apart in both schemes, each at least 4.5:1 on its surface. */
export const colourVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--console-ok': '#1a7f4b',
    '--console-warning': '#9a5b00',
    '--console-error': '#c02b2b',
    '--console-info': '#1f64b4',
    '--mantine-color-orange-light-color': '#8f5400',
    '--mantine-color-dimmed': '#5c6368',
    '--mantine-color-placeholder': '#6b7276',
    '--mantine-color-error': '#c02b2b',
  },
  dark: {
    '--console-ok': '#4cc38a',
    '--console-warning': '#f0a33b',
    '--console-error': '#ff8585',
    '--console-info': '#74b3ff',
    '--mantine-color-dimmed': '#a3a9ad',
    '--mantine-color-placeholder': '#92989c',
    '--mantine-color-error': '#ff8585',
  },
});
