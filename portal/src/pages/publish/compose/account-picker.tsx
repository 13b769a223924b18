import { Button, Checkbox, NativeSelect, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { Violation } from '../../../api/violation.ts'
import { formatCount, pluralize } from '../../../components/count.ts'
import { showDone } from '../../../components/notify.ts'
import { AccountAvatar } from '../../../resources/accounts/account-avatar.tsx'
import { type Account, accountName, useProfiles } from '../../../resources/accounts/names.ts'
import * as css from './account-picker.module.css'
import type { Draft, DraftContext, DraftTarget } from './draft.ts'
import { violationsAt } from './use-validation.ts'
import { Violations } from './violations.tsx'

interface Props {
  readonly draft: Draft
  readonly known: DraftContext
  readonly violations: readonly Violation[]
  readonly onChange: (part: Partial<Draft>) => void
}

const REASONS: Readonly<Record<string, string>> = {
  pending_selection: 'select what it acts as first',
  reauth_required: 'sign in again first',
  disconnected: 'disconnected',
}

/** Selects the accounts of one profile. */
export function AccountPicker({ draft, known, violations, onChange }: Props) {
  const profiles = useProfiles().items
  const accounts = [...known.accounts.values()].filter(
    ({ profile_id, platform, status }) =>
      profile_id === draft.profileId &&
      status !== 'disconnected' &&
      known.platforms.get(platform)?.capabilities.includes('publish'),
  )
  const isChosen = ({ id }: Account) => draft.targets.some(({ accountId }) => accountId === id)
  const toggle = (account: Account) => {
    const target: DraftTarget = { accountId: account.id, options: {} }
    const targets = isChosen(account)
      ? draft.targets.filter(({ accountId }) => accountId !== account.id)
      : [...draft.targets, target]
    onChange({ targets })
  }
  // A post belongs to one profile, so the accounts of another one cannot stay selected.
  const switchProfile = (profileId: string) => {
    const { profileId: before, targets } = draft
    onChange({ profileId, targets: [] })
    if (targets.length === 0) return
    const name = profiles.find(({ id }) => id === before)?.name ?? 'the other profile'
    const unselected = pluralize(targets.length, 'was unselected', 'were unselected')
    showDone(`${formatCount(targets.length, 'account')} of ${name} ${unselected}`, () =>
      onChange({ profileId: before, targets }),
    )
  }
  return (
    <fieldset className="panel compose-part">
      <legend>Accounts</legend>
      {profiles.length > 1 && (
        <NativeSelect
          label="Profile"
          value={draft.profileId}
          onChange={({ currentTarget }) => switchProfile(currentTarget.value)}
          data={profiles.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {accounts.length === 0 && (
        <div className={css.none}>
          <Text c="dimmed">This profile has no accounts that can publish yet.</Text>
          <Button component={Link} href="/accounts" size="xs" variant="default">
            Connect account
          </Button>
        </div>
      )}
      <div className={css.accounts}>
        {accounts.map((account) => (
          <Checkbox
            key={account.id}
            label={
              <span className={css.account}>
                <AccountAvatar account={account} size={24} />
                <bdi>{accountName(account)}</bdi>
              </span>
            }
            description={[known.platforms.get(account.platform)?.label ?? account.platform, REASONS[account.status]]
              .filter(Boolean)
              .join(': ')}
            checked={isChosen(account)}
            disabled={account.status in REASONS && !isChosen(account)}
            onChange={() => toggle(account)}
          />
        ))}
      </div>
      {draft.targets.map((target, at) => (
        <Violations key={target.accountId} list={violationsAt(violations, 'targets', at, 'account_id')} />
      ))}
    </fieldset>
  )
}
