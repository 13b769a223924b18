import { Link } from 'wouter'
import type { Platform } from '../../publish/names.ts'

export interface AccountPart {
  readonly name: string
  readonly title: string
}

const PARTS: readonly (AccountPart & { readonly capability: string })[] = [
  { name: 'templates', title: 'Templates', capability: 'templates' },
  { name: 'number', title: 'Phone number', capability: 'numbers' },
]

/** What the account's platform has besides what every platform has. */
export function listAccountParts({ capabilities }: Platform): readonly AccountPart[] {
  return PARTS.filter(({ capability }) => capabilities.includes(capability))
}

interface Props {
  readonly id: string
  readonly parts: readonly AccountPart[]
  readonly shown: string
}

/** Always as high as it is with content, so that nothing moves when the platform is known. */
export function AccountTabs({ id, parts, shown }: Props) {
  return (
    <nav className="account-tabs" aria-label="Parts of the account">
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
