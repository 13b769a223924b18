import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

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

const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ee',
  '#ebe8e2',
  '#dfdbd3',
  '#cbc6bc',
  '#a49e93',
  '#79736a',
  '#5f5a52',
  '#3d3a35',
  '#23211d',
]

const dark: MantineColorsTuple = [
  '#ece8e0',
  '#cfcac0',
  '#aea89d',
  '#8a847a',
  '#423e38',
  '#34312c',
  '#262420',
  '#191816',
  '#131210',
  '#0d0c0b',
]

export const theme = createTheme({
  colors: { copper, gray, dark },
  primaryColor: 'copper',
  primaryShade: 7,
  white: '#ffffff',
  black: '#23211d',
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '1.3' },
      h2: { fontSize: '16px', lineHeight: '1.4' },
      h3: { fontSize: '14px', lineHeight: '1.4' },
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
        radius: 10,
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

/** Raises the contrast of Mantine's dimmed text, placeholders and errors to WCAG AA (4.5). */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--mantine-color-anchor': 'var(--mantine-color-copper-7)',
    '--panel': 'var(--mantine-color-gray-0)',
    '--panel-hover': 'var(--mantine-color-gray-1)',
    '--line': 'var(--mantine-color-gray-2)',
    '--accent': 'var(--mantine-color-copper-7)',
    '--accent-soft': 'var(--mantine-color-copper-0)',
    '--good': '#1d7a46',
    '--warn': '#9a6700',
    '--bad': '#b3261e',
    '--info': '#1f63b0',
  },
  dark: {
    '--mantine-color-body': 'var(--mantine-color-dark-7)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-3)',
    '--mantine-color-error': '#ff8f85',
    '--mantine-color-anchor': 'var(--mantine-color-copper-3)',
    '--panel': 'var(--mantine-color-dark-8)',
    '--panel-hover': 'var(--mantine-color-dark-6)',
    '--line': 'var(--mantine-color-dark-5)',
    '--accent': 'var(--mantine-color-copper-3)',
    '--accent-soft': '#2b2019',
    '--good': '#5cc98b',
    '--warn': '#e0b04f',
    '--bad': '#ff8f85',
    '--info': '#79b8ff',
  },
})
