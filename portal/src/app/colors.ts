export type Scheme = 'light' | 'dark'

/** Neutral scales from the ground to the text, of even steps in OKLCH (hue 75, chroma up to 0.006); each scheme has its own. */
export const NEUTRAL = {
  light: [
    '#fdfcfb',
    '#f9f8f6',
    '#f5f3f1',
    '#efedeb',
    '#e8e6e3',
    '#dedcd8',
    '#ceccc8',
    '#a7a4a0',
    '#777471',
    '#5d5a57',
    '#3f3d3a',
    '#1c1a18',
  ],
  dark: [
    '#0f0e0d',
    '#151412',
    '#1b1a18',
    '#22201e',
    '#292725',
    '#32302e',
    '#413f3d',
    '#656360',
    '#888683',
    '#a9a7a4',
    '#c9c7c4',
    '#edebe7',
  ],
} as const satisfies Record<Scheme, readonly string[]>

type Meaning = Readonly<Record<Scheme, readonly [text: string, tint: string, line: string]>>

/** Colors by meaning: text of at least 4.5:1 on the ground and on its tint, and a border. */
export const MEANING: Readonly<Record<'good' | 'warn' | 'bad' | 'info', Meaning>> = {
  good: { light: ['#1f6f3d', '#eaf8ed', '#bbe4c4'], dark: ['#86d29b', '#142619', '#254930'] },
  warn: { light: ['#845500', '#fdf2e4', '#efd3ac'], dark: ['#e7b369', '#2b1f0d', '#523b18'] },
  bad: { light: ['#a92321', '#ffefec', '#fdc9c2'], dark: ['#fda297', '#311b18', '#5b332e'] },
  info: { light: ['#215da5', '#eaf5ff', '#bddaff'], dark: ['#8dc1ff', '#162232', '#29415f'] },
}

/**
 * Colors of brands and labels. People with any kind of color blindness can tell all ten apart, because they also differ in
 * lightness; each has a contrast of at least 3:1 to the ground. They mark; text on their tints is in the color of text.
 */
export const BRAND: readonly Readonly<Record<Scheme | 'name', string>>[] = [
  { name: 'Blue', light: '#0825a3', dark: '#8bb5fa' },
  { name: 'Green', light: '#2fa465', dark: '#c2f2a8' },
  { name: 'Pink', light: '#bc267f', dark: '#a35475' },
  { name: 'Yellow', light: '#8e710f', dark: '#eac503' },
  { name: 'Violet', light: '#b671f9', dark: '#7552db' },
  { name: 'Teal', light: '#0c665a', dark: '#6feaf1' },
  { name: 'Orange', light: '#854408', dark: '#e97904' },
  { name: 'Sky', light: '#2176a8', dark: '#4191c5' },
  { name: 'Red', light: '#760a03', dark: '#cc2a1b' },
  { name: 'Gray', light: '#453846', dark: '#b3a593' },
]

/** Returns the variable of the brand color that an ID always has. */
export function chooseBrandColor(id: string): string {
  const codes = Array.from(id, (character) => character.codePointAt(0) ?? 0)
  const sum = codes.reduce((total, code) => (total * 31 + code) % 9973, 7)
  return `var(--brand-${(sum % BRAND.length) + 1})`
}
