// Before the first paint, so that a chosen theme does not flash the other one; src/lib/theme.ts goes on from here.
try {
  const chosen = localStorage.getItem('slotwise.theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {
  // Storage is closed to this page: the system's theme it is.
}
