/** Minimum contrast of WCAG 2 for text of normal size (AA). */
export const CONTRAST_MIN = 4.5

/** Returns the contrast between white and a color written as `#rrggbb`, from 1 to 21, as defined by WCAG 2. */
export function contrastWithWhite(color: string): number {
  const channels = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255))
  const [red = 0, green = 0, blue = 0] = channels
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
