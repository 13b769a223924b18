import { formatList } from '../../../components/time.ts'
import type { Platform } from '../../publish/names.ts'

const ABILITIES: readonly (readonly [capability: string, words: string])[] = [
  ['publish', 'posts'],
  ['comments', 'comments'],
  ['messages', 'messages'],
  ['reviews', 'reviews'],
  ['templates', 'message templates'],
  ['metrics', 'statistics'],
]

/** What can be done with an account of the platform: `Posts, comments and statistics`. */
export function describeAbilities({ capabilities }: Platform): string {
  const text = formatList(ABILITIES.filter(([name]) => capabilities.includes(name)).map(([, words]) => words))
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Every way to sign in needs an app at the platform, and there is none. */
export function needsApp({ auth, is_configured }: Platform): boolean {
  return !is_configured && !auth.methods.includes('credentials')
}
