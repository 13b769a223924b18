import { useEffect } from 'react'

/**
 * The brand's color in place of the portal's accent. White text on it has enough contrast, which the API checks; as text it is
 * darker on light panels, and much lighter in the dark. Dialogs stand outside of the page, so it is set at the root.
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
