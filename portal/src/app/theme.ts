import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { BRAND, MEANING, NEUTRAL, type Scheme } from './colors.ts'

/** The accent: the copper of the logo. Shade 7 has a contrast of 6 to white. */
const copper: MantineColorsTuple = [
  '#fdf4ee',
  '#f9e4d6',
  '#f2c7a9',
  '#f0a975',
  '#e8924f',
  '#d5762f',
  '#bd5e1d',
  '#a34a12',
  '#863c0f',
  '#66300f',
]

function pick(steps: readonly string[], indexes: readonly number[]): MantineColorsTuple {
  return indexes.map((index) => steps[index - 1]) as unknown as MantineColorsTuple
}

/** Mantine's ten shades, as steps of the neutral scales. */
const gray = pick(NEUTRAL.light, [2, 4, 5, 6, 7, 8, 9, 10, 11, 12])
const dark = pick(NEUTRAL.dark, [12, 11, 10, 9, 7, 6, 4, 2, 1, 1])

export const theme = createTheme({
  colors: { copper, gray, dark },
  primaryColor: 'copper',
  primaryShade: 7,
  white: '#ffffff',
  black: NEUTRAL.light[11],
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.334', sm: '1.385', md: '1.4286', lg: '1.5', xl: '1.4' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '1.4' },
      h2: { fontSize: '16px', lineHeight: '1.5' },
      h3: { fontSize: '14px', lineHeight: '1.4286' },
    },
  },
  components: {
    // People write in every script.
    Textarea: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
    TextInput: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
    // Color alone does not distinguish a link from the text around it.
    Anchor: { defaultProps: { underline: 'always' } },
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 14,
        padding: 'lg',
        overlayProps: { backgroundOpacity: 0.4 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Alert: { defaultProps: { closeButtonLabel: 'Close' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Skeleton: { defaultProps: { radius: 4 } },
  },
})

/** Variables of a color scheme for the meanings (`--good`, `--good-tint`, `--good-line`) and the ten brand colors (`--brand-1`). */
function buildColors(scheme: Scheme): Record<string, string> {
  const meanings = Object.entries(MEANING).flatMap(
    ([
      name,
      {
        [scheme]: [text, tint, line],
      },
    ]) => [
      [`--${name}`, text],
      [`--${name}-tint`, tint],
      [`--${name}-line`, line],
    ],
  )
  return Object.fromEntries([...meanings, ...BRAND.map((color, n) => [`--brand-${n + 1}`, color[scheme]])])
}

/** The portal's own variables. Mantine's dimmed text, placeholders and errors get a contrast of WCAG AA (4.5). */
export const variables: CSSVariablesResolver = () => ({
  variables: {
    '--figure': '26px',
    '--figure-large': '34px',
    '--radius-control': '6px',
    '--radius-card': '10px',
    '--radius-dialog': '14px',
    '--page-max': '1440px',
    '--page-reading': '720px',
    '--motion': '140ms cubic-bezier(0.2, 0, 0, 1)',
  },
  light: {
    ...buildColors('light'),
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--mantine-color-anchor': 'var(--mantine-color-copper-7)',
    '--panel': 'var(--mantine-color-gray-0)',
    '--panel-hover': 'var(--mantine-color-gray-1)',
    '--line': 'var(--mantine-color-gray-2)',
    '--accent': 'var(--mantine-color-copper-7)',
    '--accent-soft': 'var(--mantine-color-copper-0)',
    '--float': '0 1px 2px rgb(28 26 24 / 8%), 0 8px 24px rgb(28 26 24 / 12%)',
  },
  dark: {
    ...buildColors('dark'),
    '--mantine-color-body': 'var(--mantine-color-dark-7)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-3)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-anchor': 'var(--mantine-color-copper-3)',
    '--panel': 'var(--mantine-color-dark-8)',
    '--panel-hover': 'var(--mantine-color-dark-6)',
    '--line': 'var(--mantine-color-dark-5)',
    '--accent': 'var(--mantine-color-copper-3)',
    '--accent-soft': '#2b2019',
    '--float': '0 0 0 1px rgb(255 255 255 / 6%), 0 8px 24px rgb(0 0 0 / 60%)',
  },
})
