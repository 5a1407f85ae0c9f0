import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import './pages.css';
import { MermaidPicture } from './mermaid-picture';

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('MermaidPicture', MermaidPicture);
  },
} satisfies Theme;
