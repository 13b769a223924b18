import { XIcon } from '@primer/octicons-react'
import { useRead } from '../../../api/hooks.ts'
import { ChoiceFilter } from '../../../components/list/filter-bar.tsx'
import type { Filters } from '../../../components/list/use-filters.ts'
import { useAccountOptions } from '../../../resources/accounts/names.ts'
import * as css from './comment-filters.module.css'
import type { CommentFilterName } from './use-comments.ts'

const SHOWN = [
  { value: 'unanswered', label: 'Unanswered' },
  { value: 'hidden', label: 'Hidden' },
]

export function CommentFilters(filters: Filters<CommentFilterName>) {
  const accounts = useAccountOptions()
  const { post } = filters.values
  return (
    <div className={css.engageFilters} role="search" aria-label="Filter comments">
      <ChoiceFilter filters={filters} name="show" label="Comment status" all="All comments" options={SHOWN} isCompact />
      <ChoiceFilter filters={filters} name="account" label="Account" all="All accounts" options={accounts} isCompact />
      {post && <OnePost id={post} onClear={() => filters.set('post', '')} />}
    </div>
  )
}

function OnePost({ id, onClear }: { id: string; onClear: () => void }) {
  const { data } = useRead('posts.get', { params: { id } })
  return (
    <div className={css.commentsPostFilter}>
      <span className="truncate">
        On “<bdi>{data ? data.content.trim() || 'post without text' : '…'}</bdi>”
      </span>
      <button type="button" className="icon-button" aria-label="Show comments on all posts" onClick={onClear}>
        <XIcon size={14} />
      </button>
    </div>
  )
}
