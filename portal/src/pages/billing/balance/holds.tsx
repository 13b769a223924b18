import { Text, Title } from '@mantine/core'
import type { Item } from '../../../api/client.ts'
import { useList } from '../../../api/hooks.ts'
import { Credits } from '../../../components/credits.tsx'
import { type Column, CursorList } from '../../../components/list/cursor-list.tsx'
import { When } from '../../../components/time/when.tsx'

const COLUMNS: Column<Item<'credits.holds'>>[] = [
  {
    title: 'For',
    width: '1.4fr',
    render: ({ action, held_for, created_at }) => (
      <>
        <code>{action}</code>
        <div className="dimmed">
          {held_for === 'job' ? 'Job' : 'Call'}, <When at={created_at} />
        </div>
      </>
    ),
  },
  { title: 'Expires', width: '1fr', render: ({ expires_at }) => <When at={expires_at} /> },
  { title: 'Held', width: '0.8fr', isNumber: true, render: ({ credits }) => <Credits amount={credits} isBare /> },
]

/** Lists the credits held by running calls and jobs. Polls fast only while the balance shows held credits. */
export function Holds({ isAny }: { isAny: boolean }) {
  const list = useList('credits.holds', { query: { limit: 20 } }, { everySeconds: isAny ? 1 : 15 })
  return (
    <section aria-labelledby="holds-title">
      <Title order={2} id="holds-title">
        Open holds
      </Title>
      <Text c="dimmed" mb="sm">
        Charged if something is found, released otherwise.
      </Text>
      <CursorList
        label="Open holds"
        list={list}
        columns={COLUMNS}
        empty={<p className="billing-none">No credits are held: no metered call or job is running.</p>}
      />
    </section>
  )
}
