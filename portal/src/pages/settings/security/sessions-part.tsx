import { Button, Skeleton, Text } from '@mantine/core'
import { DeviceDesktopIcon, DeviceMobileIcon } from '@primer/octicons-react'
import type { Item } from '../../../api/client.ts'
import { useList, useWrite } from '../../../api/hooks.ts'
import { formatCount } from '../../../components/count.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { ReasonButton } from '../../../components/form/reason-button.tsx'
import { showDone, showProblem } from '../../../components/notify.ts'
import { Section } from '../../../components/section.tsx'
import { When } from '../../../components/time/when.tsx'
import { deviceName, isPhone } from './device-name.ts'

const METHODS = {
  password: 'with a password',
  passkey: 'with a passkey',
  link: 'with a link',
  oidc: 'by single sign-on',
} as const

export function SessionsPart() {
  const list = useList('sessions.list', { query: { limit: 50 } }, { everySeconds: 15 })
  const others = list.items.filter(({ is_current }) => !is_current).length
  const revokeOthers = useWrite('sessions.revoke_others', {
    onSuccess: ({ ended }) => showDone(`${formatCount(ended, 'session')} ended`),
  })
  return (
    <Section
      title="Active sessions"
      about="Sign out sessions that you do not recognize, then change your password."
      actions={
        <ReasonButton
          variant="default"
          reason={others === 0 && !list.hasMore ? 'You are not signed in anywhere else.' : undefined}
          loading={revokeOthers.isPending}
          onClick={() => revokeOthers.mutate({}, { onError: showProblem })}
        >
          Sign out everywhere else
        </ReasonButton>
      }
    >
      {list.error && <ProblemAlert problem={list.error} onRetry={list.retry} />}
      {list.isLoading && <Skeleton height={56} />}
      <ul className="things" aria-label="Sessions">
        {list.items.map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </ul>
      {list.hasMore && (
        <Button className="load-more" variant="default" onClick={list.loadMore} loading={list.isLoadingMore}>
          Load more
        </Button>
      )}
    </Section>
  )
}

function SessionLine({ session }: { session: Item<'sessions.list'> }) {
  const { id, user_agent, ip, method, created_at, last_seen_at, is_current } = session
  const Icon = isPhone(user_agent) ? DeviceMobileIcon : DeviceDesktopIcon
  const name = deviceName(user_agent)
  const revoke = useWrite('sessions.revoke', { onSuccess: () => showDone(`${name} signed out`) })
  return (
    <li>
      <span className="things-icon">
        <Icon size={16} />
      </span>
      <div className="things-text" title={user_agent}>
        <Text fw={500}>
          {name}
          {is_current && <span className="settings-mark">This device</span>}
        </Text>
        <Text size="sm" c="dimmed">
          {ip && `${ip} · `}last seen <When at={last_seen_at} /> · signed in <When at={created_at} /> {METHODS[method]}
        </Text>
      </div>
      {!is_current && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Sign out ${name}${ip && `, ${ip}`}`}
          loading={revoke.isPending}
          onClick={() => revoke.mutate({ params: { id } }, { onError: showProblem })}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
