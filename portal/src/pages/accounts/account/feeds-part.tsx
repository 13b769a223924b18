import { Skeleton, Text, Title } from '@mantine/core'
import type { Item } from '../../../api/client.ts'
import { useRead } from '../../../api/hooks.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { humanizeCode } from '../../../components/humanize-code.ts'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/time/when.tsx'
import type { Tone } from '../../../components/tone.ts'
import type { Account } from '../../../resources/accounts/account-health.ts'

type Feed = Item<'accounts.list_feeds'>

const STATES: Readonly<Record<Feed['status'], { word: string; tone: Tone }>> = {
  waiting: { word: 'Not synced yet', tone: 'quiet' },
  current: { word: 'Up to date', tone: 'good' },
  failing: { word: 'Failing', tone: 'bad' },
  stopped: { word: 'Stopped', tone: 'quiet' },
}

/** Lists the feeds that are synced from the platform. */
export function FeedsPart({ account: { id } }: { account: Account }) {
  const { data, error, refetch } = useRead('accounts.list_feeds', { params: { id } }, { everySeconds: 15 })
  return (
    <section className="panel" aria-labelledby="account-feeds">
      <Title order={2} id="account-feeds">
        Sync status
      </Title>
      <Text size="sm" c="dimmed">
        These feeds are polled in addition to the platform's own notifications, so that nothing is missed.
      </Text>
      {error && <ProblemAlert problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} mt={12} />}
      {data?.data.length === 0 && <Text mt="sm">Syncing starts within a minute after the account is connected.</Text>}
      <ul className="account-rows">
        {data?.data.map((feed) => (
          <FeedItem key={feed.feed} {...feed} />
        ))}
      </ul>
    </section>
  )
}

function FeedItem({ feed, status, read_at, next_read_at, item_at, error }: Feed) {
  const { word, tone } = STATES[status]
  return (
    <li>
      <div>
        <div className="account-tile-name">{humanizeCode(feed)}</div>
        <div className="dimmed">
          Last synced <When at={read_at} none="never" />
          {item_at && (
            <>
              , latest item <When at={item_at} />
            </>
          )}
          {next_read_at && (
            <>
              , next <When at={next_read_at} />
            </>
          )}
        </div>
        {status === 'failing' && error && (
          <div>
            {error.message} <code className="dimmed">{error.code}</code>
          </div>
        )}
      </div>
      <StatusBadge status={status} label={word} tone={tone} />
    </li>
  )
}
