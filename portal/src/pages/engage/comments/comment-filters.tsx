import { NativeSelect } from '@mantine/core'
import { XIcon } from '@primer/octicons-react'
import { useRead } from '../../../api/hooks.ts'
import type { Filters } from '../../../components/list/use-filters.ts'
import { accountName, useAccounts } from '../../../resources/accounts/names.ts'
import type { CommentFilterName } from './use-comments.ts'

const SHOWN = [
  { value: '', label: 'All comments' },
  { value: 'unanswered', label: 'Unanswered' },
  { value: 'hidden', label: 'Hidden' },
]

export function CommentFilters({ values, set }: Filters<CommentFilterName>) {
  const accounts = useAccounts().items
  return (
    <div className="engage-filters" role="search" aria-label="Filter comments">
      <NativeSelect
        size="xs"
        aria-label="Comment status"
        value={values.show}
        onChange={({ currentTarget }) => set('show', currentTarget.value)}
        data={SHOWN}
      />
      <NativeSelect
        size="xs"
        aria-label="Account"
        value={values.account}
        onChange={({ currentTarget }) => set('account', currentTarget.value)}
        data={[
          { value: '', label: 'All accounts' },
          ...accounts.map((account) => ({ value: account.id, label: accountName(account) })),
        ]}
      />
      {values.post && <OnePost id={values.post} onClear={() => set('post', '')} />}
    </div>
  )
}

function OnePost({ id, onClear }: { id: string; onClear: () => void }) {
  const { data } = useRead('posts.get', { params: { id } })
  return (
    <div className="comments-post-filter">
      <span className="truncate">On “{data ? data.content.trim() || 'post without text' : '…'}”</span>
      <button type="button" className="icon-button" aria-label="Show comments on all posts" onClick={onClear}>
        <XIcon size={14} />
      </button>
    </div>
  )
}
