import { validLocale } from '../../../components/time/time.ts'

/** Locales with different date and number formats; any other locale that a user has stays in the list. */
const TAGS = [
  'en-GB',
  'en-US',
  'en-CA',
  'en-AU',
  'en-IN',
  'de-DE',
  'de-AT',
  'de-CH',
  'fr-FR',
  'fr-CA',
  'es-ES',
  'es-MX',
  'it-IT',
  'pt-PT',
  'pt-BR',
  'nl-NL',
  'da-DK',
  'sv-SE',
  'nb-NO',
  'fi-FI',
  'pl-PL',
  'cs-CZ',
  'hu-HU',
  'ro-RO',
  'el-GR',
  'tr-TR',
  'uk-UA',
  'ru-RU',
  'ar-EG',
  'he-IL',
  'hi-IN',
  'th-TH',
  'vi-VN',
  'id-ID',
  'zh-CN',
  'zh-TW',
  'ja-JP',
  'ko-KR',
]

interface SelectOption {
  readonly value: string
  readonly label: string
}

export function languages(current: string | null): SelectOption[] {
  const tags = [...new Set([...TAGS, navigator.language, current])]
  const known = tags.map((tag) => validLocale(tag)).filter((tag) => tag !== undefined)
  const choices = [...new Set(known)].map((tag) => ({ value: tag, label: formatLanguageName(tag) }))
  return [{ value: '', label: 'Browser default' }, ...choices.toSorted((a, b) => a.label.localeCompare(b.label))]
}

/** Returns the name of a language in that language: `Deutsch (Österreich)`. */
function formatLanguageName(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

/** Formats a sample date and number with a locale and time zone. */
export function formatSample(locale: string, zone: string, at = new Date()): string {
  const tag = locale || undefined
  const timeZone = zone || Intl.DateTimeFormat().resolvedOptions().timeZone
  const time = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(at)
  return `Sample: ${time}, and the number ${new Intl.NumberFormat(tag).format(1_234_567.8)}.`
}
