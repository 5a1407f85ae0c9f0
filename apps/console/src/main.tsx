import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import '@mantine/core/styles.css';
import './app/base.css';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { App, askForSession } from './app/app.js';
import { startTexts } from './app/i18n.js';
import { pageNonce } from './ui/nonce.js';

// A new version has replaced the files that this page was loaded with. Reload once; not again, if that does not help.
window.addEventListener('vite:preloadError', (event) => {
  const reloaded = Number(sessionStorage.getItem('reloaded-at') ?? 0);
  if (Date.now() - reloaded < 10_000) return;
  event.preventDefault();
  sessionStorage.setItem('reloaded-at', String(Date.now()));
  location.reload();
});

setNonce(pageNonce());
askForSession();
await startTexts();
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App />);
