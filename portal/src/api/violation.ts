import { humanizeCode } from '../components/humanize-code.ts'

/** An invalid value of a request and its location. */
export interface Violation {
  readonly type: string
  readonly loc: readonly (string | number)[]
  readonly msg: string
  /** Further details, such as `remediation` and the platform whose rule was violated. */
  readonly ctx?: Readonly<Record<string, unknown>>
}

/** Explains an invalid value to a person: the API's own messages are written for programs. */
export function explainViolation({ type, msg, ctx = {} }: Violation): string {
  const limit = Number(ctx['min_length'] ?? ctx['max_length'] ?? ctx['ge'] ?? ctx['le'] ?? ctx['gt'] ?? ctx['lt'])
  switch (type) {
    case 'missing':
      return 'Required.'
    case 'string_too_short':
      return limit === 1 ? 'Required.' : `Use at least ${limit} characters.`
    case 'string_too_long':
      return limit === 1 ? 'Use one character.' : `Use at most ${limit} characters.`
    case 'string_pattern_mismatch':
      return 'This does not have the expected format.'
    case 'too_short':
      return limit === 1 ? 'Choose at least one.' : `Choose at least ${limit}.`
    case 'too_long':
      return `Choose at most ${limit}.`
    case 'enum':
      return 'Choose one of the options.'
    case 'greater_than_equal':
      return `Use ${limit} or more.`
    case 'less_than_equal':
      return `Use ${limit} or less.`
    case 'greater_than':
      return `Use more than ${limit}.`
    case 'less_than':
      return `Use less than ${limit}.`
    case 'int_type':
    case 'int_parsing':
    case 'int_from_float':
      return 'Enter a whole number.'
    case 'float_type':
    case 'float_parsing':
      return 'Enter a number.'
    case 'datetime_parsing':
      return 'Enter a date and time.'
    case 'date_parsing':
      return 'Enter a date.'
    case 'url_parsing':
    case 'url_scheme':
      return 'Enter a full address that starts with https://.'
    case 'value_error':
      return toSentence(typeof ctx['error'] === 'string' ? ctx['error'].replace(/^it must/, 'this must') : msg)
    default:
      return msg
  }
}

function toSentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.?!]$/.test(capital) ? capital : `${capital}.`
}

/** Names the field of a violation: `targets.0.first_comment` becomes `First comment`. */
export function nameField({ loc }: Violation): string {
  const name = loc.findLast((part) => typeof part === 'string' && part !== 'body' && part !== 'query') ?? 'The request'
  return humanizeCode(String(name))
}
