// Before the first paint, so that a dark page never flashes white.
var scheme = 'auto';
try {
  scheme = localStorage.getItem('mantine-color-scheme-value') || 'auto';
} catch {
  // Storage may be off.
}
var isDark = scheme === 'dark' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
