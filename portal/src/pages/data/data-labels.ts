import { formatCount } from '../../components/count.ts'

/** Short names of actions by path; other names are derived from the path. */
const ACTIONS: Readonly<Record<string, string>> = {
  'search/people': 'Search people',
  'search/companies': 'Search companies',
  'people/enrich': 'Enrich person',
  'contacts/find-email': 'Find email',
  'contacts/verify-email': 'Verify email',
  consensus: 'Source consensus',
  'lead-list': 'Lead list',
  'verify-list': 'Verify list',
  'enrich-list': 'Enrich list',
}

const SPECIAL: Readonly<Record<string, string>> = {
  c_suite: 'C-suite',
  vp: 'VP',
  mx: 'Mail server',
  url: 'URL',
  id: 'ID',
  person_id: 'Person ID',
  limit: 'Limit',
}

export function actionName(action: string): string {
  return ACTIONS[action] ?? humanizeName(action.slice(action.lastIndexOf('/') + 1))
}

/** Converts an API name to a label: `full_name` becomes `Full name`. */
export function humanizeName(name: string): string {
  const plain = SPECIAL[name] ?? name.replaceAll(/[_-]+/g, ' ')
  return /\d-\d/.test(name) ? name : plain.charAt(0).toUpperCase() + plain.slice(1)
}

export function creditsText(credits: number): string {
  return formatCount(credits, 'credit')
}
