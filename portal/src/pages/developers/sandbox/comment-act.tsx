import { NativeSelect, Skeleton, Textarea, TextInput } from '@mantine/core'
import type { Item } from '../../../api/client.ts'
import { useRead } from '../../../api/hooks.ts'
import { useReadOnlyReason } from '../../../app/session.ts'
import { ApiForm } from '../../../components/form/api-form.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { showDone } from '../../../components/notify.ts'
import { ActPanel } from './act-panel.tsx'

type SandboxPost = Item<'sandbox.list_posts'>

export function CommentAct() {
  const { data, error } = useRead('sandbox.list_posts', { query: { limit: 25 } }, { everySeconds: 10 })
  return (
    <ActPanel
      title="Receive a comment"
      text="A visitor comments on a published sandbox post. Your endpoints get the event comment.received."
      seen={{ href: '/comments', label: 'View comments' }}
    >
      {error && <ProblemAlert problem={error} />}
      {!data && !error && <Skeleton height={196} />}
      {data?.data.length === 0 && (
        <>
          <p>No posts on the sandbox yet.</p>
          <WriteButton variant="default" href="/compose">
            Write a post
          </WriteButton>
        </>
      )}
      {data && data.data.length > 0 && <CommentForm posts={data.data} />}
    </ActPanel>
  )
}

function CommentForm({ posts }: { posts: readonly SandboxPost[] }) {
  const reason = useReadOnlyReason()
  const { form, ...api } = useApiForm('sandbox.comment', {
    initialValues: { post_external_id: posts[0]?.id ?? '', from: 'visitor', body: 'Where is this?' },
    toInput: (body) => ({ body }),
    changes: ['comments'],
    onSuccess: () => showDone('Comment added'),
  })
  const chosen = posts.find(({ id }) => id === form.values.post_external_id)
  return (
    <ApiForm
      api={api}
      submitLabel="Comment"
      reason={reason}
      beside={
        chosen && (
          <a href={chosen.url} target="_blank" rel="noreferrer">
            View post as a visitor
          </a>
        )
      }
    >
      <div className="sandbox-pair">
        <NativeSelect
          label="Post"
          data={posts.map(({ id, content }) => ({ value: id, label: content.slice(0, 60) || 'Post without text' }))}
          {...form.getInputProps('post_external_id')}
        />
        <TextInput label="From" required {...form.getInputProps('from')} />
      </div>
      <Textarea label="Comment" autosize minRows={2} required {...form.getInputProps('body')} />
    </ApiForm>
  )
}
