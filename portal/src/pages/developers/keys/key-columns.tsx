import { Credits } from '../../../components/credits.tsx'
import type { Column } from '../../../components/list/cursor-list.tsx'
import { ROLES } from '../../../components/roles.ts'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/time/when.tsx'
import * as css from './key-columns.module.css'
import { KeyMenu } from './key-menu.tsx'
import { getKeyState, type Key, staleness } from './key-state.ts'

interface KeyActions {
  readonly edit: (key: Key) => void
  readonly revoke: (key: Key) => void
}

/** Names of profiles and members by ID. */
interface Names {
  readonly profiles: ReadonlyMap<string, string>
  /** Undefined while loading. */
  readonly members: ReadonlyMap<string, string> | undefined
}

export function buildKeyColumns({ profiles, members }: Names, acts: KeyActions): Column<Key>[] {
  return [
    {
      title: 'Name',
      width: '2fr',
      render: ({ name, key_prefix, mode, app }) => (
        <>
          <div className={css.name}>
            {name ?? 'Unnamed'} <span className={`${css.mode} is-${mode}`}>{mode === 'live' ? 'Live' : 'Test'}</span>
          </div>
          {app ? <div className="dimmed">{describeApp(app)}</div> : <code className="dimmed">{key_prefix}…</code>}
        </>
      ),
    },
    { title: 'Access', width: '1.5fr', render: (key) => <Access apiKey={key} profiles={profiles} /> },
    { title: 'Created by', width: '1.2fr', render: (key) => <Maker apiKey={key} members={members} /> },
    { title: 'Spent this month', width: '1.2fr', render: (key) => <Spent apiKey={key} /> },
    { title: 'Last used', width: '1.1fr', render: (key) => <LastUsed apiKey={key} /> },
    {
      title: 'Status',
      width: '1.1fr',
      render: (key) => (
        <div>
          <StatusBadge status={getKeyState(key)} />
          {getKeyState(key) === 'active' && key.expires_at && (
            <div className={`${css.note} dimmed`}>
              expires <When at={key.expires_at} />
            </div>
          )}
        </div>
      ),
    },
    {
      title: 'Actions',
      width: '36px',
      isTitleHidden: true,
      isNumber: true,
      render: (key) => getKeyState(key) === 'active' && <KeyMenu apiKey={key} {...acts} />,
    },
  ]
}

/** Says that an app uses the key, and which: users may have given the key another name. */
function describeApp({ name, host }: NonNullable<Key['app']>): string {
  return host === null ? `Connected app: ${name}` : `Connected app: ${name} (${host})`
}

function Access({ apiKey, profiles }: { apiKey: Key; profiles: ReadonlyMap<string, string> }) {
  const { permission, scope, profile_ids } = apiKey
  const names = profile_ids.map((id) => profiles.get(id) ?? id)
  const more = names.length > 2 ? ` and ${names.length - 2} more` : ''
  return (
    <div>
      {permission === 'read' ? 'Read' : 'Read and write'}
      <div className={`${css.note} dimmed`} title={names.join('\n') || undefined}>
        {scope === 'profiles' ? `Only ${names.slice(0, 2).join(', ')}${more}` : 'Whole workspace'}
      </div>
    </div>
  )
}

/** The member who created the key, and who owns it now. */
function Maker({ apiKey, members }: { apiKey: Key; members: Names['members'] }) {
  const { created_by, member_id, role } = apiKey
  return (
    <div>
      {created_by === null ? 'Workspace' : getMemberName(created_by, members)}
      <div className={`${css.note} dimmed`}>{describeKeyOwner(created_by, member_id, role)}</div>
    </div>
  )
}

function getMemberName(id: string, members: Names['members']): string {
  return members ? (members.get(id) ?? 'Former member') : '\u00a0'
}

function describeKeyOwner(createdBy: string | null, memberId: string | null, role: Key['role']): string {
  const isHandedOver = createdBy !== null && memberId === null
  return isHandedOver ? `Kept by the workspace as ${ROLES[role].title.toLowerCase()}` : ROLES[role].title
}

/** Credits spent this month, with the budget if there is one. */
function Spent({ apiKey: { mode, spent_this_month: spent = 0, monthly_budget: budget } }: { apiKey: Key }) {
  if (mode === 'test') return <span className="dimmed">No charges</span>
  if (budget === undefined) return <Credits amount={spent} />
  const share = budget === 0 ? 1 : Math.min(1, spent / budget)
  return (
    <div>
      <Credits amount={spent} isBare /> <span className="dimmed">of</span> <Credits amount={budget} />
      <div className={css.budget} aria-hidden>
        <span className={share >= 0.9 ? 'is-bad' : undefined} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}

function LastUsed({ apiKey }: { apiKey: Key }) {
  const stale = staleness(apiKey)
  return (
    <div>
      <When at={apiKey.last_used_at} none="Never" />
      {stale && (
        <div className={css.note} title={stale}>
          <StatusBadge status="stale" tone="warn" />
        </div>
      )}
    </div>
  )
}
