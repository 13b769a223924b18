import { Button, Text, Textarea } from '@mantine/core'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { formatCount, pluralize } from '../../../components/count.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { Page } from '../../../components/page.tsx'
import { AccountPicker } from './account-picker.tsx'
import * as css from './composer.module.css'

import { Counters } from './counters.tsx'
import { MediaPart } from './media-part.tsx'
import { Preview } from './preview.tsx'
import { Prices } from './prices.tsx'
import { TargetPart } from './target-part.tsx'
import { UnsavedNotice } from './unsaved-notice.tsx'
import { type ComposerProps, useComposer } from './use-composer.ts'
import { violationsAt } from './use-validation.ts'
import { Violations } from './violations.tsx'
import { WhenPart } from './when-part.tsx'

const ConflictDialog = lazyPart(async () => (await import('./conflict-dialog.tsx')).ConflictDialog)

/** The form of a post with a preview. */
export function Composer(props: ComposerProps) {
  const { title, known, edited } = props
  const it = useComposer(props)
  const { draft, change, changeTarget, violations, uploads, body } = it
  const shared = draft.targets.filter(({ content }) => content === undefined)
  const wrongText = draft.targets.flatMap((target, at) =>
    target.content === undefined ? violationsAt(violations, 'targets', at, 'content') : [],
  )
  const silent = draft.targets.filter(({ accountId }) => {
    const platform = known.platforms.get(known.accounts.get(accountId)?.platform ?? '')
    return platform && !platform.capabilities.includes('comments.on_post')
  })
  return (
    <Page title={title} width="full" actions={<CopyAs operation="posts.create" input={{ body }} />}>
      <form className="compose" onSubmit={it.submit}>
        <div className="compose-main">
          {it.unsaved && <UnsavedNotice unsaved={it.unsaved} />}
          <AccountPicker draft={draft} known={known} violations={violations} onChange={change} />
          <section className="panel compose-part">
            <Textarea
              label="Text"
              className="compose-text"
              rows={6}
              placeholder="What would you like to share?"
              value={draft.content}
              onChange={({ currentTarget }) => change({ content: currentTarget.value })}
              onPaste={({ clipboardData }) => uploads.add(clipboardData.files)}
            />
            <Counters draft={draft} targets={shared} known={known} />
            <Violations list={[...violationsAt(violations, 'content'), ...wrongText]} />
          </section>
          <MediaPart draft={draft} violations={violations} uploads={uploads} onChange={(media) => change({ media })} />
          {draft.targets.length > 0 && (
            <section className="panel compose-part" aria-labelledby="compose-each">
              <h2 id="compose-each">Per-account options</h2>
              {draft.targets.map((target, at) => (
                <TargetPart
                  key={target.accountId}
                  draft={draft}
                  target={target}
                  at={at}
                  known={known}
                  violations={violations}
                  onChange={(part) => changeTarget(target.accountId, part)}
                />
              ))}
            </section>
          )}
          <section className="panel compose-part">
            <Textarea
              label="First comment"
              description="Posted below the post right after it is published. Leave empty for none."
              rows={2}
              className="compose-text"
              value={draft.firstComment}
              onChange={({ currentTarget }) => change({ firstComment: currentTarget.value })}
            />
            {silent.length > 0 && draft.firstComment.trim() && (
              <Text size="sm" c="dimmed" mt={4}>
                {formatCount(silent.length, 'selected account does', 'selected accounts do')} not support first comments
                and only
                {pluralize(silent.length, ' gets', ' get')} the post.
              </Text>
            )}
            <Violations
              list={draft.targets.flatMap((_, at) => violationsAt(violations, 'targets', at, 'first_comment'))}
            />
          </section>
          <WhenPart draft={draft} violations={violations} onChange={change} />
          {it.problem && <ProblemAlert problem={it.problem} />}
          <footer className={css.foot}>
            <div>
              <Prices draft={draft} known={known} />
              <Text size="sm" c="dimmed" aria-live="polite">
                {it.blocked ?? (it.isChecking ? 'Checking…' : 'Ready to publish.')}
              </Text>
            </div>
            <div className={css.buttons}>
              <WriteButton variant="default" reason={it.draftReason} disabled={it.isSending} onClick={it.saveDraft}>
                {edited?.status === 'draft' ? 'Save draft' : 'Save as draft'}
              </WriteButton>
              <Button type="submit" loading={it.isSending} disabled={it.blocked !== undefined}>
                {!draft.isLater ? 'Publish now' : edited?.status === 'scheduled' ? 'Save' : 'Schedule'}
              </Button>
            </div>
          </footer>
        </div>
        <div className={css.side}>
          <h2>Preview</h2>
          <Preview draft={draft} known={known} />
        </div>
      </form>
      {it.conflict && <ConflictDialog conflict={it.conflict} isSending={it.isSending} />}
    </Page>
  )
}
