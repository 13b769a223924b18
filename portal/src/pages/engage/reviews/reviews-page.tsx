import { Skeleton } from '@mantine/core'
import { StarIcon } from '@primer/octicons-react'
import { useList } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { CursorItems } from '../../../components/list/cursor-items.tsx'
import { EmptyState, NoMatches } from '../../../components/list/empty-state.tsx'
import { useFilters } from '../../../components/list/use-filters.ts'
import { Page } from '../../../components/page.tsx'
import { useNames } from '../../../resources/accounts/names.ts'
import { ReviewCard } from './review-card.tsx'
import { ReviewFilters } from './review-filters.tsx'
import * as css from './reviews-page.module.css'

const NAMES = ['show', 'rating', 'account'] as const

/** Lists the reviews with their replies. */
export function ReviewsPage() {
  const filters = useFilters(NAMES)
  const { show, rating, account } = filters.values
  const query = {
    ...(show === 'unanswered' && { unanswered: true }),
    ...(show === 'answered' && { unanswered: false }),
    ...(/^[1-5]$/.test(rating) && { rating: Number(rating) }),
    ...(account && { account_id: account }),
  }
  const list = useList('reviews.list', { query: { limit: 25, ...query } }, { everySeconds: 15 })
  const names = useNames()
  const empty = filters.isAny ? (
    <NoMatches of="reviews" onClear={filters.clear} />
  ) : (
    <EmptyState
      icon={StarIcon}
      title="No reviews yet"
      text="Reviews of your connected locations and pages appear here, ready for you to reply."
    >
      <WriteButton href="/accounts">Connect account</WriteButton>
    </EmptyState>
  )
  return (
    <Page
      title="Reviews"
      about="Read and reply to reviews of your business."
      actions={<CopyAs operation="reviews.list" input={{ query }} />}
    >
      <ReviewFilters {...filters} />
      <CursorItems list={list} empty={empty} skeleton={<CardSkeletons />}>
        {(items) => (
          <ul className={css.reviews} aria-label="Reviews">
            {items.map((review) => (
              <li key={review.id}>
                <ReviewCard review={review} names={names} />
              </li>
            ))}
          </ul>
        )}
      </CursorItems>
    </Page>
  )
}

function CardSkeletons() {
  return (
    <div className={css.reviews} aria-hidden>
      {Array.from({ length: 4 }, (_, at) => (
        <Skeleton key={at} height={132} radius={10} />
      ))}
    </div>
  )
}
