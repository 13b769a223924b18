import { formatList } from '../../components/time/time.ts'
import type { Platform } from './names.ts'

const ABILITIES: readonly (readonly [capability: string, words: string])[] = [
  ['publish', 'posts'],
  ['comments', 'comments'],
  ['messages', 'messages'],
  ['reviews', 'reviews'],
  ['templates', 'message templates'],
  ['metrics', 'analytics'],
]

/** Describes the capabilities of a platform: `Posts, comments and analytics`. */
export function describeAbilities({ capabilities }: Platform): string {
  const text = formatList(ABILITIES.filter(([name]) => capabilities.includes(name)).map(([, words]) => words))
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns true if every sign-in method needs an app on the platform and none is configured. */
export function needsApp({ auth, is_configured }: Platform): boolean {
  return !is_configured && !auth.methods.includes('credentials')
}
