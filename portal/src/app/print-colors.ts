const SCHEME = 'data-mantine-color-scheme'

/** Prints in light colors. It changes the attribute itself: the browser lays out the paper before React renders again. */
export function printInLightColors(root = document.documentElement): void {
  let onScreen: string | null = null
  matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) onScreen = root.getAttribute(SCHEME)
    const next = matches ? 'light' : onScreen
    if (next !== null) root.setAttribute(SCHEME, next)
  })
}
