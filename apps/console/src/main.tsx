import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import './app/component-styles.css';
import './app/base.css';
// Part of the first files: whoever is not signed in waits for one page only.
import './features/sign-in/sign-in-page.js';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { App, askForSession } from './app/app.js';
import { startTexts } from './app/i18n.js';
import { noteMissingFile, reloadIfFilesAreMissing } from './app/missing-files.js';
import { pageNonce } from './ui/nonce.js';

// The component that needs the file reports that it is missing (page-failure.tsx).
window.addEventListener('vite:preloadError', noteMissingFile);

setNonce(pageNonce());
askForSession();
await startTexts().catch(reloadIfFilesAreMissing);
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App />);
