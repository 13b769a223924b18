import { useEffect } from 'react'

/**
 * Replaces the portal's accent with the brand's color. The API ensures enough contrast for white text on it; text in that color
 * is darker on light panels and much lighter in dark mode. It is set at the root because dialogs render outside of the page.
 */
export function useBrandColor(color: string | null): void {
  useEffect(() => {
    if (color === null) return
    const { style } = document.documentElement
    const values = Object.entries(toCssVariables(color))
    for (const [name, value] of values) style.setProperty(name, value)
    return () => {
      for (const [name] of values) style.removeProperty(name)
    }
  }, [color])
}

function toCssVariables(color: string): Readonly<Record<string, string>> {
  return {
    '--mantine-color-copper-filled': color,
    '--mantine-color-copper-filled-hover': `color-mix(in oklab, ${color} 88%, black)`,
    '--mantine-color-copper-0': `color-mix(in oklab, ${color} 8%, white)`,
    '--mantine-color-copper-3': `color-mix(in oklab, ${color} 30%, white)`,
    '--mantine-color-copper-7': `color-mix(in oklab, ${color} 82%, black)`,
  }
}
