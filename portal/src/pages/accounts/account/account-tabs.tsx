import { Link } from 'wouter'
import type { Platform } from '../../../resources/accounts/names.ts'
import * as css from './account-tabs.module.css'

export interface AccountPart {
  readonly name: string
  readonly title: string
}

const PARTS: readonly (AccountPart & { readonly capability: string })[] = [
  { name: 'templates', title: 'Templates', capability: 'templates' },
  { name: 'number', title: 'Phone number', capability: 'numbers' },
]

/** Returns the tabs for platform-specific features. */
export function listAccountParts({ capabilities }: Platform): readonly AccountPart[] {
  return PARTS.filter(({ capability }) => capabilities.includes(capability))
}

interface Props {
  readonly id: string
  readonly parts: readonly AccountPart[]
  readonly shown: string
}

/** Reserves its final height, so that the layout does not shift when the platform has loaded. */
export function AccountTabs({ id, parts, shown }: Props) {
  return (
    <nav className={css.tabs} aria-label="Account sections">
      {[{ name: 'overview', title: 'Overview' }, ...parts].map(({ name, title }) => (
        <Link
          key={name}
          href={name === 'overview' ? `/accounts/${id}` : `/accounts/${id}?part=${name}`}
          aria-current={name === shown ? 'page' : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}
