import { formatNumber } from '../../components/time.ts'

/** Short names of what the server calls by path; others are made from the path. */
const ACTIONS: Readonly<Record<string, string>> = {
  'search/people': 'Search people',
  'search/companies': 'Search companies',
  'people/enrich': 'Enrich a person',
  'contacts/find-email': 'Find an email',
  'contacts/verify-email': 'Verify an email',
  consensus: 'Consensus of sources',
  'lead-list': 'Lead list',
  'verify-list': 'Verify a list',
  'enrich-list': 'Enrich a list',
}

const SPECIAL: Readonly<Record<string, string>> = {
  c_suite: 'C-suite',
  vp: 'VP',
  mx: 'Mail server',
  url: 'URL',
  id: 'Id',
  person_id: 'Id of the person',
  limit: 'At most',
}

export function actionName(action: string): string {
  return ACTIONS[action] ?? humanizeName(action.slice(action.lastIndexOf('/') + 1))
}

/** A name of the API as a person reads it: `full_name` is `Full name`. */
export function humanizeName(name: string): string {
  const plain = SPECIAL[name] ?? name.replaceAll(/[_-]+/g, ' ')
  return /\d-\d/.test(name) ? name : plain.charAt(0).toUpperCase() + plain.slice(1)
}

export function creditsText(credits: number): string {
  return `${formatNumber(credits)} ${credits === 1 ? 'credit' : 'credits'}`
}

export function countText(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}
